package io.koordbridge.koordlet.undo;

import com.fasterxml.jackson.core.type.TypeReference;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** {@code taken.json}: replaced as a whole, for its owner only. */
public final class TakenFile {

    private static final String NAME = "taken.json";
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final long LARGEST = 16 << 20;

    private final Path file;

    public TakenFile(Path directory) {
        this.file = directory.resolve(NAME);
    }

    /** What an earlier process took; a file that cannot be read is reported and counts as empty. */
    public List<Taken> read(Consumer<String> problems) {
        try {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                return List.of();
            }
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > LARGEST) {
                problems.accept(
                        file + ": no plain file of at most " + LARGEST + " bytes; nothing is given back from it");
                return List.of();
            }
            return PlainJson.MAPPER.readValue(Files.readAllBytes(file), new TypeReference<List<Taken>>() {});
        } catch (IOException e) {
            problems.accept(file + " cannot be read, nothing is given back from it: " + FileErrorFormatter.of(e));
            return List.of();
        }
    }

    /**
     * Replaces the file.
     *
     * @throws IOException when the disk does not take it; the file before stays
     */
    public void write(Collection<Taken> taken) throws IOException {
        Files.createDirectories(file.getParent());
        Path part = file.resolveSibling("." + NAME + ".part");
        Files.deleteIfExists(part);
        try (FileChannel channel =
                FileChannel.open(part, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY)) {
            channel.write(ByteBuffer.wrap(PlainJson.MAPPER.writeValueAsBytes(taken)));
            channel.force(true);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
