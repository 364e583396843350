package io.koordbridge.manager.batchresource;

import io.koordbridge.sloconfig.DocumentDecoder;
import io.koordbridge.sloconfig.colocation.ColocationShapes;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;

/** Strategies for tests, written as in the config map. */
public final class Strategies {

    private Strategies() {}

    public static ColocationStrategy of(String document) {
        return ColocationStrategy.overDefaults(DocumentDecoder.decode("test", document, ColocationShapes.STRATEGY)
                .tree());
    }
}
