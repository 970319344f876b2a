import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.InputStreamReader;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import org.bouncycastle.cert.jcajce.JcaCertStore;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.jcajce.JcaSignerInfoGeneratorBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;

/** Reads what to sign, a line each, and says `ok` or what went wrong: the virtual machine takes longer to start than to sign. */
abstract class Signer {
    PrivateKey key;
    Certificate[] chain;

    /** Signs; the box is null where the signature is not seen. */
    abstract void sign(String input, String output, String field, boolean isPrepared, float[] box) throws Exception;

    /** A message that signs some bytes, for libraries that leave that to whoever uses them. */
    final byte[] message(byte[] content) throws Exception {
        CMSSignedDataGenerator generator = new CMSSignedDataGenerator();
        generator.addSignerInfoGenerator(new JcaSignerInfoGeneratorBuilder(new JcaDigestCalculatorProviderBuilder().build())
            .build(new JcaContentSignerBuilder("SHA256WithRSA").build(key), (X509Certificate) chain[0]));
        generator.addCertificates(new JcaCertStore(Arrays.asList(chain)));
        return generator.generate(new CMSProcessableByteArray(content), false).getEncoded();
    }

    final void serve(String[] arguments) throws Exception {
        Security.addProvider(new BouncyCastleProvider());
        char[] password = arguments[1].toCharArray();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (FileInputStream file = new FileInputStream(arguments[0])) {
            store.load(file, password);
        }
        String alias = store.aliases().nextElement();
        key = (PrivateKey) store.getKey(alias, password);
        chain = store.getCertificateChain(alias);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] parts = line.split("\t");
            try {
                float[] box = null;
                if (!parts[4].equals("-")) {
                    box = new float[4];
                    for (int place = 0; place < 4; place++) {
                        box[place] = Float.parseFloat(parts[4].split(" ")[place]);
                    }
                }
                sign(parts[0], parts[1], parts[2], parts[3].equals("prepared"), box);
                System.out.println("ok");
            } catch (Exception | LinkageError problem) {
                System.out.println("failed: " + String.valueOf(problem).replace('\n', ' '));
            }
            System.out.flush();
        }
    }
}
