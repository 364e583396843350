package io.koordbridge.lab.kube;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The directory of one control plane: keys, tokens, kubeconfigs, etcd's data and the logs. */
final class ControlPlaneFiles {
    private static final String AUDIT_POLICY = """
            apiVersion: audit.k8s.io/v1
            kind: Policy
            omitStages: [RequestReceived, ResponseStarted]
            omitManagedFields: true
            rules:
              - level: Metadata
                verbs: [create, update, patch, delete, deletecollection]
              - level: None
            """;

    private final Path root;

    private ControlPlaneFiles(Path root) {
        this.root = root;
    }

    /** Who may talk to the API server: each has its token file and, once the server is up, its kubeconfig. */
    enum Identity {
        ADMIN("lab-admin", "system:masters"),
        SCHEDULER("system:kube-scheduler", ""),
        CONTROLLER_MANAGER("system:kube-controller-manager", "");

        private final String user;
        private final String group;

        Identity(String user, String group) {
            this.user = user;
            this.group = group;
        }
    }

    static ControlPlaneFiles create() {
        try {
            ControlPlaneFiles files = new ControlPlaneFiles(Files.createTempDirectory("koord-control-plane-"));
            Files.createDirectories(files.certificates());
            Files.createDirectories(files.logs());
            files.writeTokens();
            files.writeServiceAccountKey();
            files.write(files.auditPolicy(), AUDIT_POLICY);
            return files;
        } catch (IOException failed) {
            throw new UncheckedIOException("preparing the directory of a control plane", failed);
        }
    }

    Path root() {
        return root;
    }

    Path etcdData() {
        return root.resolve("etcd");
    }

    Path certificates() {
        return root.resolve("certs");
    }

    Path logs() {
        return root.resolve("logs");
    }

    Path log(String process) {
        return logs().resolve(process + ".log");
    }

    Path tokens() {
        return root.resolve("tokens.csv");
    }

    Path serviceAccountKey() {
        return certificates().resolve("service-account.key");
    }

    /** The server certificate followed by its authority; the API server writes it when it starts. */
    Path serverCertificate() {
        return certificates().resolve("apiserver.crt");
    }

    /** Written after the certificate. */
    Path serverKey() {
        return certificates().resolve("apiserver.key");
    }

    /** One line of JSON for each write that the API server was asked for; written only when it is audited. */
    Path auditLog() {
        return logs().resolve("audit.log");
    }

    Path auditPolicy() {
        return root.resolve("audit-policy.yaml");
    }

    static boolean hasContent(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) > 0;
        } catch (IOException unreadable) {
            return false;
        }
    }

    Path kubeconfig(Identity identity) {
        return root.resolve(
                identity == Identity.ADMIN ? "kubeconfig" : identity.user.replace(':', '-') + ".kubeconfig");
    }

    Path schedulerConfiguration() {
        return root.resolve("scheduler.yaml");
    }

    String token(Identity identity) {
        return lines(tokens())
                .map(line -> List.of(line.split(",", -1)))
                .filter(fields -> fields.get(1).equals(identity.user))
                .map(fields -> fields.get(0))
                .findFirst()
                .orElseThrow();
    }

    void writeKubeconfigs(String server) {
        String authority =
                Base64.getEncoder().encodeToString(read(serverCertificate()).getBytes(StandardCharsets.UTF_8));
        for (Identity identity : Identity.values()) {
            write(kubeconfig(identity), kubeconfigText(server, authority, identity.user, token(identity)));
        }
    }

    String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("reading " + file, unreadable);
        }
    }

    void write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException("writing " + file, failed);
        }
    }

    void delete() {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("deleting " + root, failed);
        }
    }

    private void writeTokens() {
        StringBuilder text = new StringBuilder();
        for (Identity identity : Identity.values()) {
            text.append(UUID.randomUUID())
                    .append(',')
                    .append(identity.user)
                    .append(',')
                    .append(identity.user);
            if (!identity.group.isEmpty()) {
                text.append(',').append(identity.group);
            }
            text.append('\n');
        }
        write(tokens(), text.toString());
    }

    private void writeServiceAccountKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
            String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
            write(serviceAccountKey(), "-----BEGIN PRIVATE KEY-----\n" + body + "\n-----END PRIVATE KEY-----\n");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has RSA", impossible);
        }
    }

    private Stream<String> lines(Path file) {
        return read(file).lines();
    }

    private static String kubeconfigText(String server, String authority, String user, String token) {
        return """
                apiVersion: v1
                kind: Config
                current-context: lab
                clusters:
                  - name: lab
                    cluster:
                      server: %s
                      certificate-authority-data: %s
                users:
                  - name: "%s"
                    user:
                      token: %s
                contexts:
                  - name: lab
                    context:
                      cluster: lab
                      user: "%s"
                """.formatted(server, authority, user, token, user);
    }
}
