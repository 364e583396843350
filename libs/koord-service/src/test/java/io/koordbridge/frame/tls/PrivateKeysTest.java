package io.koordbridge.frame.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateKeysTest {

    /** Keys of the tests, each in the older form and in PKCS#8, as OpenSSL writes them. */
    private static String pem(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(PrivateKeysTest.class.getResourceAsStream("/tls/" + name))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @ParameterizedTest
    @CsvSource({"rsa-pkcs1.key, rsa-pkcs8.key", "ec-sec1.key, ec-pkcs8.key", "ec384-sec1.key, ec384-pkcs8.key"})
    void theOlderFormsHoldTheSameKey(String older, String pkcs8) throws Exception {
        assertThat(number(PrivateKeys.of(pem(older)))).isEqualTo(number(PrivateKeys.of(pem(pkcs8))));
    }

    /** The secret itself; the forms differ in what is beside it. */
    private static BigInteger number(PrivateKey key) {
        return key instanceof ECPrivateKey curve ? curve.getS() : ((RSAPrivateKey) key).getPrivateExponent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "EdDSA"})
    void whatTheRuntimeWritesIsRead(String algorithm) throws GeneralSecurityException {
        PrivateKey key =
                KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate();

        assertThat(PrivateKeys.of("# made here\n-----BEGIN PRIVATE KEY-----\n"
                        + Base64.getMimeEncoder().encodeToString(key.getEncoded())
                        + "\n-----END PRIVATE KEY-----\n"))
                .isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----"
            })
    void aTextWithoutAReadableKeyIsRefused(String text) {
        assertThatThrownBy(() -> PrivateKeys.of(text))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessage("no private key in it, want PEM that has -----BEGIN PRIVATE KEY-----, not encrypted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"})
    void aDamagedKeyIsRefusedWithoutItsText(String kind) {
        String damaged = "-----BEGIN %s-----\nMIGHAgEAMBMGByqGSM49\n-----END %s-----".formatted(kind, kind);

        assertThatThrownBy(() -> PrivateKeys.of(damaged))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageStartingWith("the private key in it is damaged")
                .hasMessageNotContaining("MIGH");
    }

    @Test
    void eachCutOfAKeyIsRefusedInWords() throws IOException {
        String whole = pem("ec-sec1.key").replaceAll("-----[A-Z ]+-----|\\s", "");
        byte[] der = Base64.getDecoder().decode(whole);
        for (int length = 1; length < der.length - 70; length++) {
            byte[] cut = Arrays.copyOf(der, length);
            String text = "-----BEGIN EC PRIVATE KEY-----\n"
                    + Base64.getEncoder().encodeToString(cut) + "\n-----END EC PRIVATE KEY-----";
            assertThatThrownBy(() -> PrivateKeys.of(text)).isInstanceOf(GeneralSecurityException.class);
        }
    }
}
