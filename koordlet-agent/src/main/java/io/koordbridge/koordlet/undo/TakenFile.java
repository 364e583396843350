package io.koordbridge.koordlet.undo;

import com.fasterxml.jackson.core.type.TypeReference;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.disk.OwnFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** {@code taken.json}, replaced as a whole, and two parts with what came since, one object a line, of which one
 * is open; for their owner only. */
public final class TakenFile {

    private static final String NAME = "taken.json";
    private static final List<String> PARTS = List.of("taken.new.0", "taken.new.1");
    private static final long LARGEST = 16 << 20;

    private final Path file;
    private final List<Path> parts;
    private volatile boolean closed;

    public TakenFile(Path directory) {
        this.file = directory.resolve(NAME);
        this.parts = PARTS.stream().map(directory::resolve).toList();
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
        List<Taken> all = new ArrayList<>();
        parts.forEach(part -> all.addAll(since(part, problems)));
        try {
            Optional<byte[]> content = OwnFile.read(file, LARGEST);
            if (content.isPresent()) {
                all.addAll(PlainJson.MAPPER.readValue(content.get(), new TypeReference<List<Taken>>() {}));
            }
        } catch (IOException e) {
            problems.accept(file + " cannot be read, nothing is given back from it: " + FileErrorFormatter.of(e));
        }
        return all;
    }

    private static List<Taken> since(Path part, Consumer<String> problems) {
        List<Taken> found = new ArrayList<>();
        try {
            Optional<byte[]> content = OwnFile.read(part, LARGEST);
            if (content.isPresent()) {
                new String(content.get(), StandardCharsets.UTF_8)
                        .lines()
                        .forEach(line -> line(part, line, problems).ifPresent(found::add));
            }
        } catch (IOException e) {
            problems.accept(part + " cannot be read, nothing is given back from it: " + FileErrorFormatter.of(e));
        }
        return found;
    }

    private static Optional<Taken> line(Path part, String line, Consumer<String> problems) {
        try {
            return Optional.of(PlainJson.MAPPER.readValue(line, Taken.class));
        } catch (IOException e) {
            problems.accept(part + ": invalid line '" + line + "' is left out");
            return Optional.empty();
        }
    }

    /**
     * Adds one that is not in the file yet; it outlives the process, not the machine, whose control groups end as well.
     *
     * @param part 0 or 1
     * @throws IOException when the disk does not take it
     */
    public void add(Taken one, int part) throws IOException {
        OwnFile.append(
                parts.get(part), (PlainJson.MAPPER.writeValueAsString(one) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Replaces the file.
     *
     * @param part whose lines are in it
     * @throws IOException when the disk does not take it; the file before stays
     */
    public void write(Collection<Taken> taken, int part) throws IOException {
        OwnFile.replace(file, PlainJson.MAPPER.writeValueAsBytes(taken));
        Files.deleteIfExists(parts.get(part));
    }
}
