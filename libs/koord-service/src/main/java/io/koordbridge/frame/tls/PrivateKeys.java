package io.koordbridge.frame.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Private keys in PEM, in the three forms that are in use: PKCS#8, PKCS#1 (RSA) and SEC 1 (elliptic curves). The JDK reads the first only. */
final class PrivateKeys {

    private static final Pattern PEM =
            Pattern.compile("-----BEGIN ((?:RSA |EC )?PRIVATE KEY)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");

    private static final int SEQUENCE = 0x30;
    private static final int INTEGER = 0x02;
    private static final int OCTETS = 0x04;
    private static final int CURVE = 0xA0;
    private static final int LONG_LENGTH = 0x80;
    private static final int BYTE = 0xFF;
    private static final byte[] VERSION = {INTEGER, 1, 0};
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");
    private static final byte[] EC = HexFormat.of().parseHex("06072a8648ce3d0201");

    private PrivateKeys() {}

    /**
     * The first private key of a PEM text.
     *
     * @throws GeneralSecurityException if there is none, or it is damaged, encrypted or of an unknown algorithm; never with the key in its message
     */
    static PrivateKey of(String pem) throws GeneralSecurityException {
        Matcher found = PEM.matcher(pem);
        if (!found.find()) {
            throw new InvalidKeySpecException(
                    "no private key in it, want PEM that has -----BEGIN PRIVATE KEY-----, not encrypted");
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(found.group(2));
            return switch (found.group(1)) {
                case "RSA PRIVATE KEY" -> key(wrapped(RSA, der));
                case "EC PRIVATE KEY" -> key(wrapped(tagged(SEQUENCE, EC, curve(der)), der));
                default -> key(der);
            };
        } catch (RuntimeException e) {
            throw new InvalidKeySpecException("the private key in it is damaged");
        }
    }

    private static PrivateKey key(byte[] pkcs8) throws GeneralSecurityException {
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(pkcs8);
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException e) {
                // Of another algorithm.
            }
        }
        throw new InvalidKeySpecException(
                "the private key in it is damaged, or of an algorithm other than " + ALGORITHMS);
    }

    /** A key of an older form in PKCS#8. */
    private static byte[] wrapped(byte[] algorithm, byte[] key) {
        return tagged(SEQUENCE, VERSION, algorithm, tagged(OCTETS, key));
    }

    /** The name of the curve in an elliptic curve's key of the older form. */
    private static byte[] curve(byte[] sec1) {
        ByteBuffer content = ByteBuffer.wrap(content(ByteBuffer.wrap(sec1), SEQUENCE));
        content(content, INTEGER);
        content(content, OCTETS);
        return content(content, CURVE);
    }

    /** Of the next element, which has this tag. */
    private static byte[] content(ByteBuffer der, int tag) {
        int found = der.get() & BYTE;
        if (found != tag) {
            throw new IllegalArgumentException("tag " + found + ", want " + tag);
        }
        int length = der.get() & BYTE;
        if (length > LONG_LENGTH) {
            int bytes = length - LONG_LENGTH;
            length = 0;
            for (int i = 0; i < bytes; i++) {
                length = (length << Byte.SIZE) | (der.get() & BYTE);
            }
        }
        if (length < 0 || length > der.remaining()) {
            throw new IllegalArgumentException("length " + length + ", there are " + der.remaining());
        }
        byte[] content = new byte[length];
        der.get(content);
        return content;
    }

    private static byte[] tagged(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(tag);
        if (content.size() < LONG_LENGTH) {
            all.write(content.size());
        } else {
            // As few bytes as it takes: the JDK refuses more.
            byte[] size = BigInteger.valueOf(content.size()).toByteArray();
            int zeros = size[0] == 0 ? 1 : 0;
            all.write(LONG_LENGTH + size.length - zeros);
            all.write(size, zeros, size.length - zeros);
        }
        all.writeBytes(content.toByteArray());
        return all.toByteArray();
    }
}
