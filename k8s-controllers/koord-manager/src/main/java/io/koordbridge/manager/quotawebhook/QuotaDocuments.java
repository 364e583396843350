package io.koordbridge.manager.quotawebhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.QuantityTexts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads ElasticQuota objects out of reviews. */
@PureCore
final class QuotaDocuments {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> LISTS = List.of("/spec/min", "/spec/max", "/status/used");

    private QuotaDocuments() {}

    /** An object, or why it is none. */
    record Parsed(@Nullable ElasticQuota quota, String problem) {

        static Parsed bad(String problem) {
            return new Parsed(null, problem);
        }

        Optional<ElasticQuota> value() {
            return Optional.ofNullable(quota);
        }
    }

    static Parsed parse(@Nullable ObjectNode object, String field) {
        if (object == null) {
            return Parsed.bad("request." + field + " is missing");
        }
        for (String list : LISTS) {
            Optional<String> problem = badQuantity(object.at(list), list);
            if (problem.isPresent()) {
                return Parsed.bad(problem.get());
            }
        }
        try {
            ElasticQuota quota = MAPPER.treeToValue(object, ElasticQuota.class);
            if (quota.getMetadata() == null) {
                quota.setMetadata(new ObjectMeta());
            }
            return new Parsed(quota, "");
        } catch (JsonProcessingException e) {
            return Parsed.bad("the ElasticQuota does not decode: " + e.getOriginalMessage());
        }
    }

    private static Optional<String> badQuantity(JsonNode list, String path) {
        for (Map.Entry<String, JsonNode> field : list.properties()) {
            JsonNode value = field.getValue();
            boolean readable = (value.isNumber() || value.isTextual())
                    && QuantityTexts.parse(value.asText()).isPresent();
            if (!readable) {
                return Optional.of(path.substring(1).replace('/', '.') + "." + field.getKey() + " = " + value
                        + ", allowed: a quantity");
            }
        }
        return Optional.empty();
    }
}
