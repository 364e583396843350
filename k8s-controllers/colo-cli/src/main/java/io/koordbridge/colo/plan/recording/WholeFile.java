package io.koordbridge.colo.plan.recording;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is there whole or not at all, also when the process is ended while it writes. */
public final class WholeFile {
    private WholeFile() {}

    /** Writes a content. */
    public interface Content {
        void to(OutputStream out) throws IOException;
    }

    /**
     * Writes it beside the file and puts it in its place; a pipe or a device is written at once.
     *
     * @throws IOException when it cannot be written; a file that was there stays then
     */
    public static void write(Path file, Content content) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            try (OutputStream out = Files.newOutputStream(target)) {
                content.to(out);
            }
            return;
        }
        Path beside = target.resolveSibling("." + target.getFileName() + ".part");
        try {
            try (OutputStream out = Files.newOutputStream(beside)) {
                content.to(out);
            }
            Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
        }
    }
}
