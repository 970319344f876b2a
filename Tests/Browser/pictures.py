"""Pictures for the tests to upload."""

import base64
import struct


def photograph(browser, path, width=60, height=40, place="SECRET-PLACE"):
    """A JPEG as cameras make them: lying on its side (EXIF orientation 6), with a place in its EXIF; left half red, right half green."""
    address = browser.run("""
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = arguments;
        const context = canvas.getContext("2d");
        context.fillStyle = "#d02020"; context.fillRect(0, 0, canvas.width / 2, canvas.height);
        context.fillStyle = "#20a020"; context.fillRect(canvas.width / 2, 0, canvas.width / 2, canvas.height);
        return canvas.toDataURL("image/jpeg", 0.9);""", width, height)
    plain = base64.b64decode(address.split(",")[1])
    words = place.encode() + b"\0"
    tiff = b"II*\0" + struct.pack("<IH", 8, 2) + struct.pack("<HHII", 0x010E, 2, len(words), 38) + struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0)
    exif = b"Exif\0\0" + tiff + struct.pack("<I", 0) + words
    path.write_bytes(plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:])
    return path


def what_is_kept(browser, address):
    """The size of a picture that the server gives, and its bytes."""
    width, height, data = browser.driver.execute_async_script("""
        const [address, done] = arguments;
        fetch(address).then((answer) => answer.blob()).then(async (blob) => {
            const picture = await createImageBitmap(blob);
            const reader = new FileReader();
            reader.onload = () => done([picture.width, picture.height, reader.result]);
            reader.readAsDataURL(blob);
        }).catch((error) => done([0, 0, "," + btoa(error)]));""", address)
    return width, height, base64.b64decode(data.split(",")[1])
