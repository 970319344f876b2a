import com.itextpdf.text.Rectangle;
import com.itextpdf.text.pdf.PdfReader;
import com.itextpdf.text.pdf.PdfSignatureAppearance;
import com.itextpdf.text.pdf.PdfStamper;
import com.itextpdf.text.pdf.security.BouncyCastleDigest;
import com.itextpdf.text.pdf.security.MakeSignature;
import com.itextpdf.text.pdf.security.PrivateKeySignature;
import java.io.FileOutputStream;

/** Signs by iText 5, as its documentation shows it. */
final class ITextFive extends Signer {
    public static void main(String[] arguments) throws Exception {
        new ITextFive().serve(arguments);
    }

    @Override
    void sign(String input, String output, String field, boolean isPrepared, float[] box) throws Exception {
        PdfReader reader = new PdfReader(input);
        try (FileOutputStream file = new FileOutputStream(output)) {
            PdfStamper stamper = PdfStamper.createSignature(reader, file, '\0', null, true);
            PdfSignatureAppearance look = stamper.getSignatureAppearance();
            look.setReason("Agreed");
            if (isPrepared) {
                look.setVisibleSignature(field);
            } else if (box == null) {
                look.setVisibleSignature(new Rectangle(0, 0, 0, 0), 1, field);
            } else {
                look.setVisibleSignature(new Rectangle(box[0], box[1], box[2], box[3]), 1, field);
            }
            MakeSignature.signDetached(look, new BouncyCastleDigest(), new PrivateKeySignature(key, "SHA-256", "BC"), chain, null, null, null, 0,
                MakeSignature.CryptoStandard.CADES);
        }
        reader.close();
    }
}
