package io.koordbridge.yarnoperator.resourcemanager;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads what a NodeManager's web server says. */
@PureCore
final class NodeManagerAnswers {

    private static final int LARGEST_ANSWER = 1 << 22;
    private static final Set<String> OVER = Set.of("DONE", "EXITED_WITH_SUCCESS", "EXITED_WITH_FAILURE", "COMPLETE");

    private NodeManagerAnswers() {}

    /**
     * What containers hold.
     *
     * @param all of them
     * @param masters application masters among them
     * @param names ids of the masters' containers
     */
    record Running(YarnAmount all, YarnAmount masters, List<String> names) {}

    static Optional<YarnAmount> told(String body) {
        return read(body).flatMap(answer -> {
            JsonNode info = answer.path("nodeInfo");
            // A negative capacity would pass for a shrink that arrived.
            return amount(info.path("totalVCoresAllocatedContainers"), info.path("totalPmemAllocatedContainersMB"));
        });
    }

    /** When its process started, in milliseconds. */
    static Optional<Long> startedAt(String body) {
        return read(body)
                .map(answer -> answer.path("nodeInfo").path("nmStartupTime"))
                .filter(JsonNode::canConvertToLong)
                .map(JsonNode::asLong);
    }

    /** A container that cannot be read makes the answer unusable: less than there is would release what is in use. */
    static Optional<Running> running(String body, KnownMasters known) {
        return read(body).flatMap(answer -> {
            JsonNode containers = answer.path("containers");
            JsonNode list = containers.isObject() ? containers.path("container") : containers;
            YarnAmount all = YarnAmount.ZERO;
            YarnAmount masters = YarnAmount.ZERO;
            List<String> names = new ArrayList<>();
            for (JsonNode container :
                    list.isObject() ? PlainJson.MAPPER.createArrayNode().add(list) : list) {
                if (OVER.contains(container.path("state").asText())) {
                    continue;
                }
                Optional<YarnAmount> size =
                        amount(container.path("totalVCoresNeeded"), container.path("totalMemoryNeededMB"));
                if (size.isEmpty()) {
                    return Optional.empty();
                }
                all = all.plus(size.get());
                if (known.contains(container.path("id").asText())) {
                    masters = masters.plus(size.get());
                    names.add(container.path("id").asText());
                }
            }
            return Optional.of(new Running(all, masters, List.copyOf(names)));
        });
    }

    private static Optional<JsonNode> read(String body) {
        if (body.length() > LARGEST_ANSWER) {
            return Optional.empty();
        }
        try {
            return Optional.of(PlainJson.MAPPER.readTree(body));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static Optional<YarnAmount> amount(JsonNode vcores, JsonNode memoryMb) {
        boolean usable = isAmount(vcores) && isAmount(memoryMb);
        return usable ? Optional.of(new YarnAmount(vcores.asLong(), memoryMb.asLong())) : Optional.empty();
    }

    private static boolean isAmount(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToInt() && value.asLong() >= 0;
    }
}
