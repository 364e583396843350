package io.koordbridge.sloconfig.catalog;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import io.koordbridge.sloconfig.nodeslo.NodeSloExtension;
import io.koordbridge.sloconfig.nodeslo.NodeSloExtensions;
import io.koordbridge.sloconfig.nodeslo.SloDocument;
import io.koordbridge.sloconfig.nodeslo.SloKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Every key of {@code slo-controller-config}; those checked at admission come in the order in which they are checked. */
@PureCore
public final class ConfigCatalog {

    /** All keys. */
    public static final List<CatalogKey> KEYS = with(NodeSloExtensions.ALL);

    private ConfigCatalog() {}

    static List<CatalogKey> with(List<NodeSloExtension> extensions) {
        Stream<CatalogKey> own = Stream.of(
                new CatalogKey(ColocationSchemas.CONFIG, true, true, "how much batch and mid capacity nodes offer"),
                checked(SloKey.THRESHOLD, "when the node agent takes resources back from best-effort pods"),
                checked(SloKey.QOS, "what the node agent sets for the pods of each QoS class"),
                checked(SloKey.SYSTEM, "settings of the node's kernel and its bandwidth"),
                checked(SloKey.BURST, "how latency-sensitive pods may exceed their CPU limit for a while"),
                new CatalogKey(
                        SloDocument.of(SloKey.HOST_APPLICATIONS),
                        false,
                        false,
                        "processes outside pods that the node agent counts and places"),
                new CatalogKey(NodeRatioSchemas.NORMALIZATION, false, false, "ratios between CPU models"),
                new CatalogKey(
                        NodeRatioSchemas.AMPLIFICATION,
                        false,
                        false,
                        "factors by which nodes show more than they have"));
        return Stream.concat(
                        own, extensions.stream().map(one -> new CatalogKey(one.document(), true, false, one.meaning())))
                .toList();
    }

    private static CatalogKey checked(SloKey key, String meaning) {
        return new CatalogKey(SloDocument.of(key), true, false, meaning);
    }

    /** What is known about a key. */
    public static Optional<CatalogKey> find(String key) {
        return KEYS.stream().filter(one -> one.key().equals(key)).findFirst();
    }

    /** Documents that the webhook checks, in its order. */
    public static List<ConfigDocument> checkedAtAdmission() {
        return KEYS.stream()
                .filter(CatalogKey::checkedAtAdmission)
                .map(CatalogKey::document)
                .toList();
    }
}
