package io.koordbridge.capacity.explain;

import io.koordbridge.capacity.deviceresource.DeviceOutcome;
import io.koordbridge.capacity.deviceresource.DeviceOutcome.Share;
import io.koordbridge.capacity.sum.Step.Sign;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.capacity.sum.SumLines;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the cards of one type offer, resource by resource, as sums. */
@PureCore
public final class DeviceSum {

    private DeviceSum() {}

    /** One sum for each resource; none where the node shows nothing of the type. */
    public static List<Sum> of(String node, DeviceOutcome outcome) {
        Map<String, SumLines> byResource = new LinkedHashMap<>();
        for (Share share : outcome.shares()) {
            SumLines lines = byResource.get(share.resource());
            Sign sign = lines == null ? Sign.START : Sign.PLUS;
            byResource
                    .computeIfAbsent(share.resource(), unused -> new SumLines())
                    .add(sign, share.name(), share.amount(), "Device/" + node + " " + share.source());
        }
        int unhealthy = outcome.counts().unhealthy();
        byResource.values().forEach(lines -> {
            if (unhealthy > 0) {
                lines.add(
                        Sign.PLUS,
                        unhealthy + " unhealthy",
                        BigDecimal.ZERO,
                        "health is not true; they count as nothing");
            }
            lines.equal("on the node", "Node/" + node + " status.allocatable");
        });
        return byResource.entrySet().stream()
                .map(one -> one.getValue()
                        .named(
                                one.getKey(),
                                unit(one.getKey()),
                                outcome.reason().name()))
                .toList();
    }

    private static String unit(String resource) {
        return resource.endsWith("-memory") ? "bytes" : "units";
    }
}
