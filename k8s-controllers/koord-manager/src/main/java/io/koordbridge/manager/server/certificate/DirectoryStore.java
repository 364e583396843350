package io.koordbridge.manager.server.certificate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Certificates in a directory, for a single replica. */
final class DirectoryStore implements CertificateStore {

    private final Path directory;

    DirectoryStore(Path directory) {
        this.directory = directory;
    }

    @Override
    public Optional<CertificateBundle> load() {
        Map<String, byte[]> files = new HashMap<>();
        try {
            for (String name : new String[] {
                CertificateBundle.CA_CERTIFICATE_FILE,
                CertificateBundle.CA_KEY_FILE,
                CertificateBundle.CERTIFICATE_FILE,
                CertificateBundle.KEY_FILE
            }) {
                Path file = directory.resolve(name);
                if (Files.isRegularFile(file)) {
                    files.put(name, Files.readAllBytes(file));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read certificates in " + directory, e);
        }
        return CertificateBundle.of(files);
    }

    @Override
    public boolean save(Optional<CertificateBundle> before, CertificateBundle bundle) {
        try {
            Files.createDirectories(directory);
            for (Map.Entry<String, byte[]> file : bundle.files().entrySet()) {
                Path fresh = Files.createTempFile(
                        directory,
                        file.getKey(),
                        ".new",
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.write(fresh, file.getValue());
                Files.move(
                        fresh,
                        directory.resolve(file.getKey()),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write certificates to " + directory, e);
        }
    }
}
