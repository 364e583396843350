package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes every place that an intent is about a file with one value, so that all of them are compared, written, recorded and given back in
 * the same way: a line of a file is {@code FILE/KEY}, a member is {@code FILE/ID} and holds {@value #IN} or nothing, a group is its
 * directory and holds {@value #IN} or {@value #ABSENT}. Everything else is passed on.
 */
final class Places implements CgroupFiles {

    /** Value of a member, and of a group that exists. */
    static final String IN = "present";
    /** Value of a group that does not exist. */
    static final String ABSENT = "absent";

    /** Before a word that is switched off. */
    static final String NOT = "NO_";

    private static final Set<KnobShape.Form> PARTS =
            Set.of(KnobShape.Form.LINE, KnobShape.Form.MEMBER, KnobShape.Form.WORD);
    private static final char SEPARATOR = '#';

    private final CgroupFiles files;
    private final Map<Path, Place> known = new ConcurrentHashMap<>();
    /** Ids in files of members since the last look: to ask for each of them costs no reading of the whole file. */
    private final Map<Path, Set<String>> members = new ConcurrentHashMap<>();

    private volatile Trees trees = Trees.NONE;

    private record Place(Intent.Target target, Path file, String key) {
        KnobShape.Form form() {
            return target.knob().form();
        }

        String word(String content) {
            return Stream.of(content.split("\\s+", -1))
                    .filter(word -> word.equals(key) || word.equals(NOT + key))
                    .findFirst()
                    .orElse("");
        }

        String line(String content) {
            return content.lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith(key) && !isReset(line))
                    .findFirst()
                    .orElse("");
        }

        /** Some files go on showing a line that was given back. */
        private boolean isReset(String line) {
            String back = key + target.knob().reset();
            return line.equals(back) || line.startsWith(back + ' ');
        }
    }

    Places(CgroupFiles files) {
        this.files = files;
    }

    void reach(Trees others) {
        trees = others;
    }

    Optional<Path> top(Trees.Kind kind) {
        return trees.root(kind);
    }

    void lookAgain() {
        members.clear();
    }

    /** Forgets members that ended; each file is read once for that. */
    void forgetMembers() {
        lookAgain();
        known.values().removeIf(place -> place.form() == KnobShape.Form.MEMBER && !isMember(place));
    }

    private boolean isIn(Place place) throws IOException {
        Set<String> ids = members.get(place.file());
        if (ids == null) {
            ids = ConcurrentHashMap.newKeySet();
            files.read(place.file()).lines().map(String::strip).forEach(ids::add);
            members.put(place.file(), ids);
        }
        return ids.contains(place.key());
    }

    private void move(Path file, String id) throws IOException {
        files.write(file, id);
        members.values().forEach(ids -> ids.remove(id));
        members.computeIfPresent(file, (same, ids) -> {
            ids.add(id);
            return ids;
        });
    }

    /** Group and key of a place in a file, as one text. */
    static String key(String group, String key) {
        return group + SEPARATOR + key;
    }

    /** Whether a knob has other places than files of control groups. */
    static boolean concerns(Knob<?> knob) {
        return knob.tree() != Trees.Kind.CGROUP || knob.form() != KnobShape.Form.VALUE;
    }

    /**
     * The place of a knob in a group.
     *
     * @param ofCgroup finds directories of control groups
     */
    Optional<Path> of(Knob<?> knob, String group, String fileName, CgroupTree ofCgroup) {
        int cut = group.indexOf(SEPARATOR);
        String dir = cut < 0 ? group : group.substring(0, cut);
        Optional<Path> directory = knob.tree() == Trees.Kind.CGROUP
                ? Optional.of(ofCgroup.directory(knob.subsystem(), dir))
                : trees.root(knob.tree()).map(root -> inside(root, dir));
        return directory.map(found -> {
            String key = cut < 0 ? "" : group.substring(cut + 1);
            Path file = fileName.isEmpty() ? found : found.resolve(fileName);
            Path place = key.isEmpty() ? file : file.resolve(key.replace('/', '_'));
            boolean whole = key.isEmpty() && PARTS.contains(knob.form());
            if (!whole) {
                known.putIfAbsent(place, new Place(new Intent.Target(knob, group), file, key));
            }
            return place;
        });
    }

    private static Path inside(Path root, String dir) {
        Path directory = dir.isEmpty() ? root : root.resolve(dir);
        if (!directory.equals(directory.normalize()) || !directory.startsWith(root)) {
            throw new IllegalArgumentException("group '" + dir + "': want a path without '..'");
        }
        return directory;
    }

    /** What a place is. */
    Optional<Intent.Target> target(Path place) {
        return known.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(known.get(place)).map(Place::target);
    }

    /** Whether the kernel has the file, or would make the group. */
    boolean offers(Path path) {
        Place place = place(path);
        if (place == null) {
            return files.exists(path);
        }
        Path parent = place.file().getParent();
        return place.form() == KnobShape.Form.DIRECTORY
                ? parent != null && files.exists(parent)
                : files.exists(place.file());
    }

    private @Nullable Place place(Path path) {
        Place found = known.isEmpty() ? null : known.get(path);
        return found == null || found.form() == KnobShape.Form.VALUE ? null : found;
    }

    @Override
    public String read(Path file) throws IOException {
        Place place = place(file);
        if (place == null) {
            return files.read(file);
        }
        return switch (place.form()) {
            case VALUE -> files.read(place.file());
            case LINE -> place.line(files.read(place.file()));
            case MEMBER -> isIn(place) ? IN : "";
            case WORD -> place.word(files.read(place.file()));
            case DIRECTORY -> group(place.file());
        };
    }

    private String group(Path directory) throws IOException {
        Path parent = directory.getParent();
        if (parent == null || !files.exists(parent)) {
            throw new NoSuchFileException(String.valueOf(parent));
        }
        return files.exists(directory) ? IN : ABSENT;
    }

    @Override
    public void write(Path file, String value) throws IOException {
        Place place = place(file);
        if (place == null) {
            files.write(file, value);
            return;
        }
        String text = value.strip();
        switch (place.form()) {
            case VALUE -> files.write(place.file(), value);
            case LINE ->
                files.write(
                        place.file(),
                        text.isEmpty() ? place.key() + place.target().knob().reset() : text);
            case MEMBER -> move(text.isEmpty() ? above(place.file()) : place.file(), place.key());
            case WORD -> files.write(place.file(), text + "\n");
            case DIRECTORY -> {
                if (text.equals(IN)) {
                    files.makeDirectory(place.file());
                } else {
                    files.removeDirectory(place.file());
                }
            }
        }
    }

    /** The file of the same name in the group above. */
    private static Path above(Path file) throws IOException {
        Path directory = file.getParent();
        Path parent = directory == null ? null : directory.getParent();
        if (parent == null) {
            throw new NoSuchFileException(file + " has no group above");
        }
        return parent.resolve(String.valueOf(file.getFileName()));
    }

    @Override
    public boolean exists(Path path) {
        Place place = place(path);
        if (place == null) {
            return files.exists(path);
        }
        boolean there = files.exists(place.file()) && (place.form() != KnobShape.Form.MEMBER || isMember(place));
        if (!there && place.form() != KnobShape.Form.DIRECTORY) {
            known.remove(path);
        }
        return there;
    }

    private boolean isMember(Place place) {
        try {
            return isIn(place);
        } catch (IOException e) {
            // The group ended between the two looks.
            return false;
        }
    }

    @Override
    public ByteSource bytes() {
        return files.bytes();
    }

    @Override
    public List<String> directories(Path directory) {
        return files.directories(directory);
    }

    @Override
    public void makeDirectory(Path directory) throws IOException {
        files.makeDirectory(directory);
    }

    @Override
    public void removeDirectory(Path directory) throws IOException {
        files.removeDirectory(directory);
    }
}
