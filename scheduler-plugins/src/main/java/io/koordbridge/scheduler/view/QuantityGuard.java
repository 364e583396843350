package io.koordbridge.scheduler.view;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Refuses quantities that are no numbers, or numbers so long that adding them up would fill the memory. */
@PureCore
final class QuantityGuard {

    private static final int LARGEST_EXPONENT = 40;

    private QuantityGuard() {}

    static void check(Pod pod) {
        if (pod.getSpec() == null) {
            return;
        }
        List<Container> containers =
                new ArrayList<>(whole(pod, "containers", pod.getSpec().getContainers()));
        containers.addAll(whole(pod, "initContainers", pod.getSpec().getInitContainers()));
        for (Container container : containers) {
            if (container.getResources() != null) {
                check(
                        pod,
                        "container " + container.getName(),
                        container.getResources().getRequests());
                check(
                        pod,
                        "limits of container " + container.getName(),
                        container.getResources().getLimits());
            }
        }
        check(pod, "overhead", pod.getSpec().getOverhead());
        if (pod.getSpec().getResources() != null) {
            check(pod, "resources", pod.getSpec().getResources().getRequests());
            check(pod, "limits", pod.getSpec().getResources().getLimits());
        }
    }

    private static List<Container> whole(Pod pod, String field, @Nullable List<Container> list) {
        if (list == null || list.contains(null)) {
            throw new IllegalArgumentException(
                    "Pod/" + pod.getMetadata().getName() + ": " + field + " is null, or one of them");
        }
        return list;
    }

    private static void check(Pod pod, String where, @Nullable Map<String, Quantity> list) {
        if (list == null) {
            return;
        }
        list.forEach((name, quantity) -> {
            if (!isSane(quantity)) {
                throw new IllegalArgumentException("Pod/" + pod.getMetadata().getName() + ": " + where + ": " + name
                        + " '" + quantity + "' is not a quantity below 1e" + LARGEST_EXPONENT);
            }
        });
    }

    /** Whether it is a number, and not too long to be added up. */
    private static boolean isSane(@Nullable Quantity quantity) {
        if (quantity == null || quantity.getAmount() == null) {
            return false;
        }
        try {
            BigDecimal amount = Quantities.decimal(quantity);
            long exponent = (long) amount.precision() - amount.scale();
            return Math.abs((long) amount.scale()) <= LARGEST_EXPONENT && exponent <= LARGEST_EXPONENT;
        } catch (ArithmeticException | IllegalArgumentException notANumber) {
            return false;
        }
    }
}
