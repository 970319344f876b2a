import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Calendar;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationWidget;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAppearanceDictionary;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAppearanceStream;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.PDSignature;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.SignatureOptions;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDField;
import org.apache.pdfbox.pdmodel.interactive.form.PDSignatureField;

/** Signs by PDFBox 2, after its own examples (CreateSignature, CreateVisibleSignature2). */
final class PDFBox extends Signer {
    public static void main(String[] arguments) throws Exception {
        new PDFBox().serve(arguments);
    }

    @Override
    void sign(String input, String output, String field, boolean isPrepared, float[] box) throws Exception {
        try (PDDocument document = PDDocument.load(new File(input)); FileOutputStream file = new FileOutputStream(output)) {
            PDSignature signature = isPrepared ? inField(document, field) : new PDSignature();
            signature.setFilter(PDSignature.FILTER_ADOBE_PPKLITE);
            signature.setSubFilter(COSName.getPDFName("ETSI.CAdES.detached"));
            signature.setName("PDFBox");
            signature.setSignDate(Calendar.getInstance());
            SignatureOptions options = new SignatureOptions();
            options.setPreferredSignatureSize(16384);
            if (box != null && !isPrepared) {
                options.setVisualSignature(look(document, new PDRectangle(box[0], box[1], box[2] - box[0], box[3] - box[1])));
                options.setPage(0);
            }
            document.addSignature(signature, this::message, options);
            document.saveIncremental(file);
        }
    }

    private static PDSignature inField(PDDocument document, String name) throws IOException {
        PDSignatureField field = (PDSignatureField) document.getDocumentCatalog().getAcroForm().getField(name);
        PDSignature signature = new PDSignature();
        field.getCOSObject().setItem(COSName.V, signature);
        return signature;
    }

    private byte[] message(InputStream content) throws IOException {
        try {
            return message(IOUtils.toByteArray(content));
        } catch (Exception problem) {
            throw new IOException(problem);
        }
    }

    /** A document with the look of the signature, as PDFBox takes it. */
    private static InputStream look(PDDocument source, PDRectangle box) throws IOException {
        try (PDDocument template = new PDDocument()) {
            PDPage page = new PDPage(source.getPage(0).getMediaBox());
            template.addPage(page);
            PDAcroForm form = new PDAcroForm(template);
            template.getDocumentCatalog().setAcroForm(form);
            PDSignatureField field = new PDSignatureField(form);
            PDAnnotationWidget widget = field.getWidgets().get(0);
            form.setSignaturesExist(true);
            form.setAppendOnly(true);
            form.getCOSObject().setDirect(true);
            form.getFields().add((PDField) field);
            widget.setRectangle(box);
            PDFormXObject drawing = new PDFormXObject(new PDStream(template));
            drawing.setResources(new PDResources());
            drawing.setFormType(1);
            drawing.setBBox(new PDRectangle(box.getWidth(), box.getHeight()));
            PDAppearanceDictionary looks = new PDAppearanceDictionary();
            looks.getCOSObject().setDirect(true);
            PDAppearanceStream stream = new PDAppearanceStream(drawing.getCOSObject());
            looks.setNormalAppearance(stream);
            widget.setAppearance(looks);
            try (PDPageContentStream content = new PDPageContentStream(template, stream)) {
                content.beginText();
                content.setFont(PDType1Font.HELVETICA, 8);
                content.newLineAtOffset(2, 10);
                content.showText("Signed by PDFBox");
                content.endText();
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            template.save(bytes);
            return new ByteArrayInputStream(bytes.toByteArray());
        }
    }
}
