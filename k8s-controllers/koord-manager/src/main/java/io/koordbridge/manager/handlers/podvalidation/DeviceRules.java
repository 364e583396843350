package io.koordbridge.manager.handlers.podvalidation;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.manager.handlers.podvalidation.Violation.Kind;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** GPU requests that the scheduler could never place. */
@PureCore
final class DeviceRules {

    private static final String GPU = "koordinator.sh/gpu";
    private static final String CORE = "koordinator.sh/gpu-core";
    private static final String MEMORY = "koordinator.sh/gpu-memory";
    private static final String MEMORY_RATIO = "koordinator.sh/gpu-memory-ratio";
    private static final String SHARED = "koordinator.sh/gpu.shared";
    private static final String NPU_CORE = "huawei.com/npu-core";
    private static final long CARD_PERCENT = 100;

    private DeviceRules() {}

    static List<Violation> violations(Pod pod) {
        Map<String, BigDecimal> requests = requests(pod);
        List<Violation> found = new ArrayList<>();
        if (requests.containsKey(GPU) && requests.containsKey(SHARED)) {
            found.add(violation(Kind.FORBIDDEN, GPU + " and " + SHARED + " exclude each other"));
        } else if (requests.containsKey(GPU)) {
            whole(whole(requests, GPU), found);
        } else if (requests.containsKey(SHARED)) {
            shared(requests, found);
        }
        return found;
    }

    private static void whole(long percent, List<Violation> found) {
        if (percent == 0) {
            found.add(violation(Kind.INVALID, GPU + " 0, allowed: more than 0"));
        } else if (percent > CARD_PERCENT && percent % CARD_PERCENT != 0) {
            found.add(violation(Kind.INVALID, GPU + " " + percent + ", allowed: up to 100, or a multiple of 100"));
        }
    }

    private static void shared(Map<String, BigDecimal> requests, List<Violation> found) {
        long cards = whole(requests, SHARED);
        if (cards == 0) {
            found.add(violation(Kind.INVALID, SHARED + " 0, allowed: more than 0"));
        }
        if (whole(requests, NPU_CORE) != 0) {
            return;
        }
        boolean memory = whole(requests, MEMORY) != 0;
        boolean ratio = whole(requests, MEMORY_RATIO) != 0;
        if (memory == ratio) {
            found.add(violation(
                    Kind.FORBIDDEN,
                    SHARED + " needs one of " + MEMORY + " and " + MEMORY_RATIO + ", given: "
                            + (memory ? "both" : "none")));
        }
        multiple(requests, CORE, cards, found);
        multiple(requests, MEMORY_RATIO, cards, found);
    }

    private static void multiple(Map<String, BigDecimal> requests, String name, long cards, List<Violation> found) {
        long amount = whole(requests, name);
        if (cards != 0 && amount % cards != 0) {
            found.add(
                    violation(Kind.INVALID, name + " " + amount + ", allowed: a multiple of " + SHARED + " " + cards));
        }
    }

    private static Violation violation(Kind kind, String detail) {
        return new Violation(kind, ColocationRules.REQUESTS, detail);
    }

    private static long whole(Map<String, BigDecimal> requests, String name) {
        BigDecimal amount = requests.get(name);
        return amount == null ? 0 : new ExactQuantity(amount, ExactQuantity.Form.DECIMAL).value();
    }

    private static Map<String, BigDecimal> requests(Pod pod) {
        Map<String, BigDecimal> sum = new TreeMap<>();
        if (pod.getSpec() == null || pod.getSpec().getContainers() == null) {
            return sum;
        }
        for (Container container : pod.getSpec().getContainers()) {
            requests(container)
                    .forEach((name, quantity) -> sum.merge(name, Quantities.decimal(quantity), BigDecimal::add));
        }
        return sum;
    }

    private static Map<String, Quantity> requests(Container container) {
        @Nullable
        Map<String, Quantity> list = container.getResources() == null
                ? null
                : container.getResources().getRequests();
        return list == null ? Map.of() : list;
    }
}
