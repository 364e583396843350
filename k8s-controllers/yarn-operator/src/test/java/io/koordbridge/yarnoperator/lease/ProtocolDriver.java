package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.NodeBalances.Listed;
import io.koordbridge.yarnoperator.lease.LeaseAction.Announce;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import io.koordbridge.yarnoperator.lease.LeaseAction.ReadPods;
import io.koordbridge.yarnoperator.lease.LeaseAction.SetAnnotation;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import java.time.Duration;
import java.util.List;

/** Steps the protocol and plays the API server for the annotation. */
class ProtocolDriver {

    static final YarnAmount HALF = new YarnAmount(10, 20_480);

    LeaseConfig settings = LeaseConfig.DEFAULT;
    Observations node = Observations.steady(HALF);
    LeaseState state;
    LeaseStep step;

    LeaseStep next() {
        step = LeaseProtocol.step(state, node.build(), settings);
        state = step.after();
        for (LeaseAction action : step.actions()) {
            if (action instanceof SetAnnotation write) {
                node.written = write.lease();
            } else if (action instanceof UpdateNodeResource update) {
                node.sent = Math.max(node.sent, update.number());
            } else if (action instanceof ReadPods) {
                node.listed = new Listed(node.pods, node.now);
            }
        }
        node.registers = state == null ? null : state.registers();
        return step;
    }

    /** Updates as they were decided, whatever their numbers. */
    static Sent sent(YarnAmount capability, Duration grace) {
        return new Sent(capability, grace);
    }

    List<Sent> sent() {
        return updates().stream()
                .map(update -> new Sent(update.capability(), update.overcommitTimeout()))
                .toList();
    }

    /** An update without its number. */
    record Sent(YarnAmount capability, Duration grace) {}

    LeaseStep later(Duration by) {
        node.now = node.now.plus(by);
        return next();
    }

    List<UpdateNodeResource> updates() {
        return step.actions().stream()
                .filter(UpdateNodeResource.class::isInstance)
                .map(UpdateNodeResource.class::cast)
                .toList();
    }

    List<String> texts(Notice notice) {
        return step.actions().stream()
                .filter(action -> action instanceof Announce announce && announce.notice() == notice)
                .map(action -> ((Announce) action).text())
                .toList();
    }

    List<Notice> notices() {
        return step.actions().stream()
                .filter(Announce.class::isInstance)
                .map(action -> ((Announce) action).notice())
                .toList();
    }
}
