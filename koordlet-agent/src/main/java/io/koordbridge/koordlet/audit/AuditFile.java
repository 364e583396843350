package io.koordbridge.koordlet.audit;

import io.koordbridge.api.binding.PlainJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code audit.log}; at half of its size it becomes {@code audit.log.1} and the one before is gone. One thread. */
public final class AuditFile {

    private static final Logger LOG = LoggerFactory.getLogger(AuditFile.class);

    static final String NAME = "audit.log";
    static final String OLDER = "audit.log.1";

    private final Path directory;
    private final long maxBytes;
    private boolean complained;

    /**
     * The file of a directory.
     *
     * @param maxBytes limit of both files together
     */
    public AuditFile(Path directory, long maxBytes) {
        this.directory = directory;
        this.maxBytes = maxBytes;
    }

    /** Adds one line; a disk that takes none is reported once. */
    public void append(AuditEvent event) {
        Path file = directory.resolve(NAME);
        try {
            Files.createDirectories(directory);
            if (Files.exists(file) && Files.size(file) > maxBytes / 2) {
                Files.move(file, directory.resolve(OLDER), StandardCopyOption.REPLACE_EXISTING);
            }
            byte[] line = (PlainJson.MAPPER.writeValueAsString(event) + "\n").getBytes(StandardCharsets.UTF_8);
            Files.write(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            complained = false;
        } catch (IOException | UncheckedIOException e) {
            if (!complained) {
                complained = true;
                LOG.warn("audit log cannot be written, tried on file={} problem={}", file, e.toString());
            }
        }
    }
}
