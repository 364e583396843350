package io.koordbridge.koordlet.undo;

import com.fasterxml.jackson.core.type.TypeReference;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.disk.OwnFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** {@code taken.json}: replaced as a whole, for its owner only. */
public final class TakenFile {

    private static final String NAME = "taken.json";
    private static final long LARGEST = 16 << 20;

    private final Path file;
    private volatile boolean closed;

    public TakenFile(Path directory) {
        this.file = directory.resolve(NAME);
    }

    /** A file of a disk that may hang: it is taken for empty before {@link #open}. */
    public static TakenFile closed(Path directory) {
        TakenFile made = new TakenFile(directory);
        made.closed = true;
        return made;
    }

    /** From now on it is read. */
    public void open() {
        closed = false;
    }

    /** What an earlier process took; a file that cannot be read is reported and counts as empty. */
    public List<Taken> read(Consumer<String> problems) {
        if (closed) {
            return List.of();
        }
        try {
            Optional<byte[]> content = OwnFile.read(file, LARGEST);
            return content.isEmpty()
                    ? List.of()
                    : PlainJson.MAPPER.readValue(content.get(), new TypeReference<List<Taken>>() {});
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
        OwnFile.replace(file, PlainJson.MAPPER.writeValueAsBytes(taken));
    }
}
