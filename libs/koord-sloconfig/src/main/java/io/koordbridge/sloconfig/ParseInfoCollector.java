package io.koordbridge.sloconfig;

import io.koordbridge.sloconfig.ParseInfo.Ignored;
import io.koordbridge.sloconfig.ParseInfo.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects {@link ParseInfo} while a document is read. */
final class ParseInfoCollector {

    private final Map<String, Integer> lines = new HashMap<>();
    private final List<Ignored> ignored = new ArrayList<>();

    void field(String path, String name, int line) {
        Integer before = lines.put(path, line);
        if (before != null) {
            ignored.add(new Ignored(Reason.REPEATED, path, name, before, List.of()));
        }
    }

    void element(String path, int line) {
        lines.put(path, line);
    }

    void unknown(String path, String name, int line, ObjectSchema shape) {
        List<String> siblings = shape.fields().stream().map(Field::name).toList();
        ignored.add(new Ignored(Reason.UNKNOWN, path, name, line, siblings));
    }

    ParseInfo notes() {
        return new ParseInfo(lines, ignored);
    }
}
