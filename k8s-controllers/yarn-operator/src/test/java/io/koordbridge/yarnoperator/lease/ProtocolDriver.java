package io.koordbridge.yarnoperator.lease;

import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseAction.Announce;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import io.koordbridge.yarnoperator.lease.LeaseAction.SetAnnotation;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import java.time.Duration;
import java.util.List;

/** Steps the protocol and plays the API server for the annotation. */
class ProtocolDriver {

    static final YarnAmount HALF = new YarnAmount(10, 20_480);

    final LeaseSettings settings = LeaseSettings.DEFAULT;
    final Observations node = Observations.steady(HALF);
    LeaseState state;
    LeaseStep step;

    LeaseStep next() {
        step = LeaseProtocol.step(state, node.build(), settings);
        state = step.after();
        step.actions().stream()
                .filter(SetAnnotation.class::isInstance)
                .forEach(write -> node.written = ((SetAnnotation) write).lease());
        return step;
    }

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

    List<Notice> notices() {
        return step.actions().stream()
                .filter(Announce.class::isInstance)
                .map(action -> ((Announce) action).notice())
                .toList();
    }
}
