package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How the kubelet names its control groups.
 *
 * @param driver form of the names
 * @param root group that all of them are in, as {@code cgroupRoot} of the kubelet has it ({@code a/b}); empty: the root itself
 * @param crioPrefix whether CRI-O begins the names of its containers with {@code crio-} under cgroupfs as well
 */
@PureCore
public record CgroupNames(CgroupDriver driver, String root, boolean crioPrefix) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.:@-]+");

    /**
     * Takes the root with and without slashes at its ends.
     *
     * @throws IllegalArgumentException when it is no path of plain names
     */
    public CgroupNames {
        String given = root;
        root = Arrays.stream(root.strip().split("/"))
                .filter(part -> !part.isEmpty())
                .peek(part -> requirePlain(part, given))
                .collect(Collectors.joining("/"));
    }

    public CgroupNames(CgroupDriver driver, String root) {
        this(driver, root, false);
    }

    /** The same with other names of CRI-O's containers. */
    public CgroupNames withCrioPrefix(boolean prefix) {
        return new CgroupNames(driver, root, prefix);
    }

    private static void requirePlain(String part, String given) {
        if (!isPlain(part)) {
            throw new IllegalArgumentException("invalid cgroup root '" + given
                    + "': want names of letters, digits, '_', '.', ':', '@' and '-', joined by '/'");
        }
    }

    /** Whether a name stays in its directory. */
    static boolean isPlain(String name) {
        return NAME.matcher(name).matches() && !name.equals(".") && !name.equals("..");
    }

    /** Names without a group around them. */
    public static CgroupNames of(CgroupDriver driver) {
        return new CgroupNames(driver, "");
    }

    /** Groups around those of the kubelet, each with the ones around it; empty without any. */
    List<String> around() {
        List<String> parts = parts();
        return IntStream.rangeClosed(1, parts.size())
                .mapToObj(count -> directory(parts.subList(0, count)))
                .toList();
    }

    private List<String> parts() {
        return root.isEmpty() ? List.of() : List.of(root.split("/"));
    }

    /** Directory of the group that has these names, the root's and then those of {@code parts}. */
    String directory(String... parts) {
        List<String> all = new ArrayList<>(parts());
        all.addAll(List.of(parts));
        return directory(all);
    }

    /** systemd repeats the names of the groups around a slice in its own: {@code a.slice/a-b.slice}. */
    private String directory(List<String> parts) {
        if (driver == CgroupDriver.CGROUPFS) {
            return String.join("/", parts);
        }
        StringBuilder path = new StringBuilder();
        String name = "";
        for (String part : parts) {
            name = (name.isEmpty() ? "" : name + "-") + part.replace('-', '_');
            path.append(path.isEmpty() ? "" : "/").append(name).append(".slice");
        }
        return path.toString();
    }

    /** What the name of each slice begins with; empty without a group around them. */
    String prefix() {
        return parts().stream().map(part -> part.replace('-', '_') + "-").collect(Collectors.joining());
    }

    @Override
    public String toString() {
        return root.isEmpty() ? driver.toString() : driver + " below /" + root;
    }
}
