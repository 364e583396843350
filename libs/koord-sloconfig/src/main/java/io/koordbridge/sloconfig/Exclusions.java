package io.koordbridge.sloconfig;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ObjectSchema.Exclusion;
import java.util.ArrayList;
import java.util.List;

/** Finds fields of an object that are set although they exclude each other. */
@PureCore
public final class Exclusions {

    private Exclusions() {}

    /**
     * A field that is set beside another one.
     *
     * @param allowed the other one in words
     */
    public record Clash(String field, String value, String allowed) {}

    /** All of an object, each field of the second way with the fields of the first; empty where there are none. */
    public static List<Clash> in(JsonNode tree, ObjectSchema shape) {
        List<Clash> clashes = new ArrayList<>();
        for (Exclusion exclusion : shape.exclusions()) {
            List<String> set = exclusion.one().stream()
                    .filter(tree::has)
                    .map(name -> name + " = " + tree.get(name).asText())
                    .toList();
            exclusion.other().stream()
                    .filter(name -> tree.has(name) && !set.isEmpty())
                    .forEach(name -> clashes.add(new Clash(
                            name,
                            tree.get(name).asText(),
                            "either it or " + String.join(" and ", set) + ", not both")));
        }
        return clashes;
    }
}
