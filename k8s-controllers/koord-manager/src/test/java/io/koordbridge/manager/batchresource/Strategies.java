package io.koordbridge.manager.batchresource;

import io.koordbridge.manager.colocation.ColocationShapes;
import io.koordbridge.manager.colocation.ColocationStrategy;
import io.koordbridge.manager.sloconfig.DocumentDecoder;

/** Strategies for tests, written as in the config map. */
public final class Strategies {

    private Strategies() {}

    public static ColocationStrategy of(String document) {
        return ColocationStrategy.overDefaults(DocumentDecoder.decode("test", document, ColocationShapes.STRATEGY)
                .tree());
    }
}
