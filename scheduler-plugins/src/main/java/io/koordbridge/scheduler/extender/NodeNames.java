package io.koordbridge.scheduler.extender;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One text for each node name. Each request names all nodes again; found here they cost neither memory nor, where they are looked up by
 * name, a comparison.
 */
final class NodeNames {

    /** More than any cluster has; unknown names would fill the memory. */
    private static final int MOST = 20_000;

    private static final int FIRST_SIZE = 1 << 10;
    private static final int PRIME = 31;

    /** Open addressing, a power of two, at most half full. */
    private volatile @Nullable String[] table = new String[FIRST_SIZE];

    private int size;

    /** The text of some characters. */
    String of(char[] text, int begin, int length) {
        String known = find(table, text, begin, length);
        return known != null ? known : added(new String(text, begin, length));
    }

    private static @Nullable String find(@Nullable String[] table, char[] text, int begin, int length) {
        int hash = 0;
        for (int i = begin; i < begin + length; i++) {
            hash = PRIME * hash + text[i];
        }
        int mask = table.length - 1;
        for (int at = spread(hash) & mask; ; at = (at + 1) & mask) {
            String known = table[at];
            if (known == null || isSame(known, hash, text, begin, length)) {
                return known;
            }
        }
    }

    private static boolean isSame(String known, int hash, char[] text, int begin, int length) {
        if (known.hashCode() != hash || known.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (known.charAt(i) != text[begin + i]) {
                return false;
            }
        }
        return true;
    }

    private synchronized String added(String name) {
        if (size >= MOST) {
            return name;
        }
        String one = name.intern();
        @Nullable String[] now = table;
        if (find(now, one.toCharArray(), 0, one.length()) != null) {
            return one;
        }
        if (2 * (size + 1) > now.length) {
            @Nullable String[] larger = new String[2 * now.length];
            Arrays.stream(now).filter(Objects::nonNull).forEach(known -> put(larger, known));
            now = larger;
        }
        // A reader that does not see it yet asks for it here.
        put(now, one);
        size++;
        table = now;
        return one;
    }

    private static void put(@Nullable String[] table, String name) {
        int mask = table.length - 1;
        int at = spread(name.hashCode()) & mask;
        while (table[at] != null) {
            at = (at + 1) & mask;
        }
        table[at] = name;
    }

    private static int spread(int hash) {
        return hash ^ (hash >>> 16);
    }
}
