// Makes a BLS key and a signature as Ethereum has them, and verifies it: from Java, by JNA.
//
//     javac -cp jna.jar Verify.java
//     java -cp jna.jar:. -Djna.library.path=$HOME/curvemark/lib Verify

import com.sun.jna.IntegerType;
import com.sun.jna.Library;
import com.sun.jna.Native;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

public class Verify {
    /** A size_t. JNA passes it with the width that the machine has. */
    public static class Size extends IntegerType {
        public Size() {
            this(0);
        }

        public Size(long value) {
            super(Native.SIZE_T_SIZE, value, true);
        }
    }

    /** Functions of curvemark.h, which says what each does. */
    public interface Curvemark extends Library {
        int OK = 0;
        int NOT_VALID = 1;
        int MIN_PK = 0;

        String curvemark_status_text(int status);

        int curvemark_bls_key_gen(byte[] material, Size materialLen, byte[] info, Size infoLen,
                byte[] secretKey, Size secretKeyLen);

        int curvemark_bls_public_key(int scheme, byte[] secretKey, Size secretKeyLen,
                byte[] publicKey, Size publicKeyLen);

        int curvemark_bls_sign(int scheme, byte[] secretKey, Size secretKeyLen, byte[] message,
                Size messageLen, byte[] signature, Size signatureLen);

        int curvemark_bls_verify(int scheme, byte[] publicKey, Size publicKeyLen, byte[] message,
                Size messageLen, byte[] signature, Size signatureLen);
    }

    static final Curvemark LIBRARY = Native.load("curvemark", Curvemark.class);

    static Size size(byte[] bytes) {
        return new Size(bytes.length);
    }

    static void check(int status) {
        if (status != Curvemark.OK) {
            throw new IllegalArgumentException(LIBRARY.curvemark_status_text(status));
        }
    }

    /** Whether a signature holds. Malformed keys and signatures are exceptions. */
    static boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
        int status = LIBRARY.curvemark_bls_verify(Curvemark.MIN_PK, publicKey, size(publicKey),
                message, size(message), signature, size(signature));
        if (status != Curvemark.NOT_VALID) {
            check(status);
        }
        return status == Curvemark.OK;
    }

    public static void main(String[] arguments) {
        byte[] material = new byte[32];
        new SecureRandom().nextBytes(material);
        byte[] secretKey = new byte[32];
        byte[] publicKey = new byte[48];
        byte[] signature = new byte[96];
        byte[] message = "a message".getBytes(StandardCharsets.UTF_8);
        try {
            check(LIBRARY.curvemark_bls_key_gen(material, size(material), null, new Size(0),
                    secretKey, size(secretKey)));
            check(LIBRARY.curvemark_bls_public_key(Curvemark.MIN_PK, secretKey, size(secretKey),
                    publicKey, size(publicKey)));
            check(LIBRARY.curvemark_bls_sign(Curvemark.MIN_PK, secretKey, size(secretKey), message,
                    size(message), signature, size(signature)));
        } finally {
            Arrays.fill(material, (byte) 0);
            Arrays.fill(secretKey, (byte) 0);
        }
        if (!verify(publicKey, message, signature)) {
            throw new AssertionError("a good signature is refused");
        }
        if (verify(publicKey, "another".getBytes(StandardCharsets.UTF_8), signature)) {
            throw new AssertionError("a signature of another message is accepted");
        }
        System.out.println("the signature holds");
    }
}
