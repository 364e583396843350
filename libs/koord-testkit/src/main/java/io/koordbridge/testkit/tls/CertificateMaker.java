package io.koordbridge.testkit.tls;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate authority of one test, and the certificates that it makes. */
public final class CertificateMaker {

    private static final String PASSWORD = "changeit";
    private static final String AUTHORITY = "authority";
    private static final long PATIENCE_SECONDS = 60;

    private final Path directory;
    private final String certificate;
    private int made;

    /**
     * A new authority.
     *
     * @param directory for its files; made unless it is there
     */
    public CertificateMaker(Path directory, String name) throws IOException {
        this.directory = Files.createDirectories(directory);
        keytool("-genkeypair", "-alias", AUTHORITY, "-dname", "CN=" + name, "-ext", "bc:critical=ca:true");
        Path file = directory.resolve("authority.pem");
        keytool("-exportcert", "-alias", AUTHORITY, "-rfc", "-file", file.toString());
        this.certificate = Files.readString(file);
    }

    /** Its own certificate, in PEM. */
    public String certificate() {
        return certificate;
    }

    /**
     * Puts a new certificate for the names, its key and the authority into a directory, as {@code tls.crt}, {@code tls.key} and {@code ca.crt}.
     *
     * @param names such as {@code dns:localhost} and {@code ip:127.0.0.1}
     */
    public void issue(Path into, String... names) throws IOException {
        String alias = "server-" + ++made;
        Path request = directory.resolve(alias + ".csr");
        Path answer = directory.resolve(alias + ".pem");
        keytool("-genkeypair", "-alias", alias, "-dname", "CN=" + alias);
        keytool("-certreq", "-alias", alias, "-file", request.toString());
        keytool(
                "-gencert",
                "-alias",
                AUTHORITY,
                "-rfc",
                "-validity",
                "90",
                "-ext",
                "san=" + String.join(",", names),
                "-infile",
                request.toString(),
                "-outfile",
                answer.toString());
        Files.createDirectories(into);
        write(into.resolve("tls.key"), key(alias));
        write(into.resolve("tls.crt"), Files.readString(answer));
        write(into.resolve("ca.crt"), certificate);
    }

    /** What a server shows that has a new certificate for the names. */
    public SSLContext server(String... names) throws IOException {
        issue(directory.resolve("served"), names);
        String alias = "server-" + made;
        try (InputStream in = Files.newInputStream(store())) {
            KeyStore all = KeyStore.getInstance("PKCS12");
            all.load(in, PASSWORD.toCharArray());
            KeyStore one = KeyStore.getInstance("PKCS12");
            one.load(null, null);
            Certificate shown = CertificateFactory.getInstance("X.509")
                    .generateCertificate(
                            new ByteArrayInputStream(Files.readAllBytes(directory.resolve(alias + ".pem"))));
            one.setKeyEntry(
                    alias, all.getKey(alias, PASSWORD.toCharArray()), PASSWORD.toCharArray(), new Certificate[] {shown
                    });
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(one, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("no key of " + alias, e);
        }
    }

    /** At once, as the kubelet does. */
    private static void write(Path file, String text) throws IOException {
        Path fresh = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private String key(String alias) throws IOException {
        try (InputStream in = Files.newInputStream(store())) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            String text = Base64.getMimeEncoder()
                    .encodeToString(keys.getKey(alias, PASSWORD.toCharArray()).getEncoded());
            return "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n";
        } catch (GeneralSecurityException e) {
            throw new IOException("no key of " + alias, e);
        }
    }

    private Path store() {
        return directory.resolve("keys.p12");
    }

    private void keytool(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(System.getProperty("java.home") + File.separator + "bin" + File.separator + "keytool"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", store().toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        if (command.contains("-genkeypair")) {
            command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "365"));
        }
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        try {
            if (!keytool.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IOException(command + ": "
                        + Files.readString(directory.resolve("keytool.log"), StandardCharsets.ISO_8859_1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
