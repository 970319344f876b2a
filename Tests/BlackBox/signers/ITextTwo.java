import com.lowagie.text.Rectangle;
import com.lowagie.text.pdf.PdfDate;
import com.lowagie.text.pdf.PdfDictionary;
import com.lowagie.text.pdf.PdfName;
import com.lowagie.text.pdf.PdfReader;
import com.lowagie.text.pdf.PdfSignature;
import com.lowagie.text.pdf.PdfSignatureAppearance;
import com.lowagie.text.pdf.PdfStamper;
import com.lowagie.text.pdf.PdfString;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HashMap;

/** Signs by iText 2, the last one that many programs were allowed to use; the message is made outside, for its own does not know today's library of ciphers. */
final class ITextTwo extends Signer {
    private static final int ROOM = 8192;

    public static void main(String[] arguments) throws Exception {
        new ITextTwo().serve(arguments);
    }

    @Override
    void sign(String input, String output, String field, boolean isPrepared, float[] box) throws Exception {
        PdfReader reader = new PdfReader(input);
        try (FileOutputStream file = new FileOutputStream(output)) {
            PdfStamper stamper = PdfStamper.createSignature(reader, file, '\0', null, true);
            PdfSignatureAppearance look = stamper.getSignatureAppearance();
            look.setReason("Agreed");
            look.setLayer2Text("Signed by iText 2");
            look.setAcro6Layers(true);
            if (isPrepared) {
                look.setVisibleSignature(field);
            } else if (box == null) {
                look.setVisibleSignature(new Rectangle(0, 0, 0, 0), 1, field);
            } else {
                look.setVisibleSignature(new Rectangle(box[0], box[1], box[2], box[3]), 1, field);
            }
            PdfSignature signature = new PdfSignature(PdfName.ADOBE_PPKLITE, new PdfName("adbe.pkcs7.detached"));
            signature.setDate(new PdfDate(look.getSignDate()));
            signature.setName(((X509Certificate) chain[0]).getSubjectX500Principal().getName());
            look.setCryptoDictionary(signature);
            HashMap<PdfName, Integer> rooms = new HashMap<>();
            rooms.put(PdfName.CONTENTS, ROOM * 2 + 2);
            look.preClose(rooms);
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            InputStream range = look.getRangeStream();
            byte[] some = new byte[65536];
            for (int count = range.read(some); count > 0; count = range.read(some)) {
                content.write(some, 0, count);
            }
            PdfDictionary rest = new PdfDictionary();
            rest.put(PdfName.CONTENTS, new PdfString(Arrays.copyOf(message(content.toByteArray()), ROOM)).setHexWriting(true));
            look.close(rest);
        }
    }
}
