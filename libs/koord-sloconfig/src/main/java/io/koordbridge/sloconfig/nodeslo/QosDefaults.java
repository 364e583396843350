package io.koordbridge.sloconfig.nodeslo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;

/** What holds for a QoS class where a NodeSLO says nothing, and what replaces the values of a part that is switched off. */
@PureCore
final class QosDefaults {

    /** Classes whose parts lose their values while they are off; that of the system keeps them. */
    static final List<String> NEUTRALIZED = List.of("lsrClass", "lsClass", "beClass");

    private static final ObjectNode STRATEGY = strategy();

    /** By the name of the part; each is a whole part that is off. */
    private static final Map<String, ObjectNode> NEUTRAL = Map.of(
            "cpuQOS", cpu(0, false),
            "resctrlQOS", resctrl(100),
            "memoryQOS", memory(0, 50, 0));

    private QosDefaults() {}

    /** A new copy of the whole strategy. */
    static ObjectNode copy() {
        return STRATEGY.deepCopy();
    }

    /** Puts the neutral values in the place of each part that is off. */
    static void neutralize(ObjectNode strategy) {
        for (String name : NEUTRALIZED) {
            if (strategy.get(name) instanceof ObjectNode qosClass) {
                NEUTRAL.forEach((part, neutral) -> {
                    if (!qosClass.path(part).path("enable").asBoolean(false)) {
                        qosClass.set(part, neutral.deepCopy());
                    }
                });
            }
        }
    }

    private static ObjectNode strategy() {
        ObjectNode strategy = read("{\"policies\": {\"cpuPolicy\": \"groupIdentity\", \"netQOSPolicy\": \"tc\"}}");
        strategy.set("lsrClass", qosClass(cpu(2, true), resctrl(100), memory(95, 20, -25)));
        strategy.set("lsClass", qosClass(cpu(2, true), resctrl(100), memory(95, 20, -25)));
        strategy.set("beClass", qosClass(cpu(-1, false), resctrl(30), memory(95, 20, 50)));
        strategy.set("systemClass", qosClass(cpu(0, false), resctrl(100), memory(0, 50, 0)));
        strategy.set("cgroupRoot", read("{\"blkioQOS\": {\"enable\": false}}"));
        return strategy;
    }

    private static ObjectNode qosClass(ObjectNode cpu, ObjectNode resctrl, ObjectNode memory) {
        ObjectNode parts = JsonNodeFactory.instance.objectNode();
        parts.set("cpuQOS", cpu);
        parts.set("memoryQOS", memory);
        parts.set("blkioQOS", read("{\"enable\": false}"));
        parts.set("resctrlQOS", resctrl);
        parts.set("networkQOS", read("""
            {"enable": false, "ingressRequest": 0, "ingressLimit": 0, "egressRequest": 0, "egressLimit": 0}
            """));
        return parts;
    }

    private static ObjectNode cpu(int groupIdentity, boolean coreExpeller) {
        return read("{\"enable\": false, \"groupIdentity\": %d, \"schedIdle\": 0, \"coreExpeller\": %b}"
                .formatted(groupIdentity, coreExpeller));
    }

    private static ObjectNode resctrl(int catRangeEndPercent) {
        return read("{\"enable\": false, \"catRangeStartPercent\": 0, \"catRangeEndPercent\": %d, \"mbaPercent\": 100}"
                .formatted(catRangeEndPercent));
    }

    private static ObjectNode memory(int wmarkRatio, int wmarkScalePermill, int wmarkMinAdj) {
        return read("""
            {"enable": false, "minLimitPercent": 0, "lowLimitPercent": 0, "throttlingPercent": 0, "wmarkRatio": %d,
             "wmarkScalePermill": %d, "wmarkMinAdj": %d, "priorityEnable": 0, "priority": 0, "oomKillGroup": 0}
            """.formatted(wmarkRatio, wmarkScalePermill, wmarkMinAdj));
    }

    private static ObjectNode read(String json) {
        try {
            return (ObjectNode) PlainJson.MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
