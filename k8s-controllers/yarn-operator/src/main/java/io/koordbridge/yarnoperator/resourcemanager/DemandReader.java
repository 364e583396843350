package io.koordbridge.yarnoperator.resourcemanager;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the demand of a cluster's applications. Demand that cannot be read is unknown, which is logged once. */
final class DemandReader {

    private static final Logger LOG = LoggerFactory.getLogger(DemandReader.class);

    private final String name;
    private final CallMetrics calls;
    private final FailureState asking = new FailureState();

    DemandReader(String name, CallMetrics calls) {
        this.name = name;
        this.calls = calls;
    }

    /** Asks for labels only where nodes have them. */
    ClusterDemand read(ResourceManager client, List<ReportedNode> nodes) {
        boolean labels = nodes.stream().anyMatch(node -> !node.partition().isEmpty());
        Trouble trouble = new Trouble();
        PendingDemand unlabelled = unlabelled(client, trouble);
        PartitionDemand partitions = labels ? partitions(client, trouble) : PartitionDemand.UNKNOWN;
        if (trouble.text == null) {
            if (asking.ends()) {
                LOG.info("demand is known again cluster={}", name);
            }
        } else if (asking.begins(trouble.text)) {
            LOG.warn("demand is not known cluster={} problem={}", name, trouble.text);
        }
        return new ClusterDemand(unlabelled, partitions);
    }

    private static final class Trouble {
        private @Nullable String text;

        void add(String more) {
            text = text == null ? more : text + "; " + more;
        }
    }

    private @Nullable PendingDemand unlabelled(ResourceManager client, Trouble trouble) {
        try {
            PendingDemand pending = calls.timed("pending", client::pending);
            Optional<ReportCheck.BadField> bad = ReportCheck.firstBad(pending);
            if (bad.isEmpty()) {
                return pending;
            }
            trouble.add(bad.get().text());
        } catch (ResourceManagerException e) {
            trouble.add(String.valueOf(e.getMessage()));
        }
        return null;
    }

    private PartitionDemand partitions(ResourceManager client, Trouble trouble) {
        PartitionDemand read;
        try {
            read = calls.timed("partitions", client::partitions);
        } catch (ResourceManagerException e) {
            trouble.add(String.valueOf(e.getMessage()));
            return PartitionDemand.UNKNOWN;
        }
        Map<String, PendingDemand> good = new LinkedHashMap<>();
        read.pending()
                .forEach((label, pending) -> ReportCheck.firstBad(pending)
                        .ifPresentOrElse(
                                bad -> trouble.add("label " + label + ": " + bad.text()),
                                () -> good.put(label, pending)));
        return new PartitionDemand(good, read.shared());
    }
}
