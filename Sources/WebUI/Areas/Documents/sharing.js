// Whether this browser hands documents to other apps.

const some = () => new File(["%PDF"], "a.pdf", { type: "application/pdf" });

/** Whether a document can be given to the device's own sheet; where it cannot, it is only downloaded. */
export const canShare = (file = some()) => Boolean(navigator.canShare?.({ files: [file] }));
