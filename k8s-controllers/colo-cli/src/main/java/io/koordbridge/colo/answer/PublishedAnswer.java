package io.koordbridge.colo.answer;

import static io.koordbridge.answers.Required.field;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code /api/v1/nodes} of the koord-manager; no nodes on a replica that does not lead. */
public record PublishedAnswer(@Nullable Boolean leader, List<Node> nodes) {

    public PublishedAnswer {
        field("leader", leader);
        nodes = List.copyOf(field("nodes", nodes));
    }

    /**
     * {@code /api/v1/status} of the koord-manager, as far as it is read here.
     *
     * @param holder identity of the leading replica
     * @param holderPod its pod; null from a manager that is older than this field
     */
    public record Replica(@Nullable String holder, @Nullable String holderPod) {

        /** Whom to ask, empty without a known leader. */
        public Optional<String> leader() {
            return Optional.ofNullable(holderPod)
                    .or(() -> Optional.ofNullable(holder))
                    .filter(name -> !name.isEmpty());
        }
    }

    /** One node; null is not known or not there. */
    public record Node(
            String name,
            String state,
            String reason,
            @Nullable Long capacityCpuMilli,
            @Nullable Long capacityMemoryBytes,
            @Nullable Long onlineCpuMilli,
            @Nullable Long onlineMemoryBytes,
            @Nullable Long originCpuMilli,
            @Nullable Long originMemoryBytes,
            @Nullable Long thirdPartyCpuMilli,
            @Nullable Long thirdPartyMemoryBytes,
            @Nullable Long batchCpuMilli,
            @Nullable Long batchMemoryBytes,
            @Nullable Long midCpuMilli,
            @Nullable Long midMemoryBytes,
            @Nullable BigDecimal metricAgeSeconds,
            @Nullable String dueAt,
            List<String> problems) {
        public Node {
            field("nodes.name", name);
            field("nodes.state", state);
            field("nodes.reason", reason);
            problems = List.copyOf(field("nodes.problems", problems));
        }
    }
}
