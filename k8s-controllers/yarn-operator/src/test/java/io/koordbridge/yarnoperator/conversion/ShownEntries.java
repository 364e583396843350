package io.koordbridge.yarnoperator.conversion;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.protocol.Annotations;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Entries of a Node for tests. */
public final class ShownEntries {

    private ShownEntries() {}

    /** What a Node with this text says to a process that has no memory; null for no annotation. */
    public static ThirdPartyEntries of(@Nullable String text) {
        return ThirdPartyEntries.of(read(text), null);
    }

    static Decoded<ThirdParties> read(@Nullable String text) {
        Map<String, String> annotations =
                text == null ? Map.of() : Map.of(Annotations.NODE_THIRD_PARTY_ALLOCATIONS, text);
        return ThirdParties.read(new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .withAnnotations(annotations)
                .endMetadata()
                .build());
    }
}
