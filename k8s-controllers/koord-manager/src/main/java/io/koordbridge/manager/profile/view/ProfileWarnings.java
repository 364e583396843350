package io.koordbridge.manager.profile.view;

import io.koordbridge.admission.mutation.PodMutation;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports faults of profiles: one log line and one event on the profile. */
public final class ProfileWarnings {

    private static final Logger LOG = LoggerFactory.getLogger(ProfileWarnings.class);

    private final EventRecorder events;

    public ProfileWarnings(EventRecorder events) {
        this.events = events;
    }

    /** Reports one finding. */
    public void tell(PodMutation.Finding finding) {
        if (events.record(finding.profile(), EventType.WARNING, finding.reason(), finding.message())) {
            LOG.warn(
                    "profile not applied profile={} reason={} {}",
                    finding.profile().getMetadata().getName(),
                    finding.reason(),
                    finding.message());
        }
    }
}
