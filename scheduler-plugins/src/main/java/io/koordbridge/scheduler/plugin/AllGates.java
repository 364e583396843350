package io.koordbridge.scheduler.plugin;

import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Gates of several capabilities: a pod passes when it passes each of them. */
record AllGates(List<PodGate> gates) implements PodGate {

    static PodGate of(List<PodGate> gates) {
        return switch (gates.size()) {
            case 0 -> PodGate.OPEN;
            case 1 -> gates.get(0);
            default -> new AllGates(gates);
        };
    }

    AllGates {
        gates = List.copyOf(gates);
    }

    @Override
    public FitResult admit(PodFacts pod) {
        return each(pod, gate -> gate.admit(pod));
    }

    @Override
    public FitResult hold(PodFacts pod, Instant deadline) {
        return each(pod, gate -> gate.hold(pod, deadline));
    }

    @Override
    public FitResult confirm(PodFacts pod) {
        return each(pod, gate -> gate.confirm(pod));
    }

    /** Room at the gates before the one that refuses is given up. */
    private FitResult each(PodFacts pod, Function<PodGate, FitResult> decision) {
        List<PodGate> passed = new ArrayList<>();
        for (PodGate gate : gates) {
            FitResult answer = decision.apply(gate);
            if (!answer.fits()) {
                passed.forEach(one -> one.release(pod));
                return answer;
            }
            passed.add(gate);
        }
        return FitResult.FITS;
    }

    @Override
    public List<String> details(PodFacts pod) {
        return gates.stream().flatMap(gate -> gate.details(pod).stream()).toList();
    }

    @Override
    public void release(PodFacts pod) {
        gates.forEach(gate -> gate.release(pod));
    }
}
