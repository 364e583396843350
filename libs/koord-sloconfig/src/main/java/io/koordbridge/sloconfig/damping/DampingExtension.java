package io.koordbridge.sloconfig.damping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.Problem.Kind;
import io.koordbridge.sloconfig.damping.DampingDocument.Read;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the damping document lies in a strategy's tree. */
@PureCore
public final class DampingExtension {

    /** Key inside the extensions. */
    public static final String NAME = "damping";

    private static final String EXTENSIONS = "extensions";

    private DampingExtension() {}

    /** The damping of a tree that was {@linkplain #accepted accepted}. */
    public static DampingStrategy of(ObjectNode tree) {
        return DampingDocument.read(tree.path(EXTENSIONS).get(NAME), EXTENSIONS, NAME, Kind.OUT_OF_RANGE)
                .strategy()
                .orElse(DampingStrategy.OFF);
    }

    /**
     * The tree with a damping that can be read: where it cannot, the problems are added and the value of the other tree takes its
     * place.
     *
     * @param lastGood tree that was accepted before, null when absent
     * @param key key of the config map or annotation, for problems
     * @param path path of the strategy in there, empty or with a dot at its end
     */
    public static ObjectNode accepted(
            ObjectNode tree,
            @Nullable ObjectNode lastGood,
            String key,
            String path,
            Kind kind,
            List<Problem> problems) {
        JsonNode value = tree.path(EXTENSIONS).get(NAME);
        Read read = DampingDocument.read(value, key, path + EXTENSIONS + "." + NAME, kind);
        if (read.problems().isEmpty()) {
            return tree;
        }
        problems.addAll(read.problems());
        ObjectNode result = tree.deepCopy();
        ObjectNode extensions = (ObjectNode) result.path(EXTENSIONS);
        JsonNode before = lastGood == null ? null : lastGood.path(EXTENSIONS).get(NAME);
        if (before == null) {
            extensions.remove(NAME);
        } else {
            extensions.set(NAME, before);
        }
        return result;
    }
}
