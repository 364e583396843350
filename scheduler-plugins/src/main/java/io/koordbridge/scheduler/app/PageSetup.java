package io.koordbridge.scheduler.app;

import io.koordbridge.frame.BridgeContext;
import io.koordbridge.frame.LivePages;
import io.koordbridge.frame.PageResource;
import io.koordbridge.scheduler.gang.GangCapability;
import io.koordbridge.scheduler.leadership.SchedulerLease;
import io.koordbridge.scheduler.page.Overview;
import io.koordbridge.scheduler.page.OverviewResource;
import io.koordbridge.scheduler.page.Overviews;
import io.koordbridge.scheduler.plugin.CapabilityList;
import io.koordbridge.scheduler.quota.QuotaCapability;
import io.koordbridge.scheduler.quota.tree.ExplainedQuota;
import io.koordbridge.scheduler.reservation.ReservationCapability;
import io.koordbridge.scheduler.view.ClusterReflectors;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Serves the page beside the verbs of the extender. */
final class PageSetup {

    private final Optional<QuotaCapability> quotas;
    private final Optional<GangCapability> gangs;
    private final Optional<ReservationCapability> reservations;

    PageSetup(CapabilityList capabilities) {
        this.quotas = capabilities.one(QuotaCapability.class);
        this.gangs = capabilities.one(GangCapability.class);
        this.reservations = capabilities.one(ReservationCapability.class);
    }

    void serve(ClusterReflectors feeds, SchedulerLease lease, BridgeContext context) {
        OverviewResource overviews = new OverviewResource(
                () -> overview(feeds, lease, context),
                name -> quotas.flatMap(one -> ExplainedQuota.of(one.ledger(), name)),
                LivePages.of(context, Duration.ofSeconds(2)),
                context.environment().getObjectMapper());
        context.environment().jersey().register(new PageResource());
        context.environment().jersey().register(overviews);
    }

    private Overview overview(ClusterReflectors feeds, SchedulerLease lease, BridgeContext context) {
        Overview.Status status = new Overview.Status(
                context.clock().instant().toString(),
                lease.acts(Duration.ZERO),
                feeds.unread(),
                feeds.unwatched(),
                quotas.isPresent(),
                gangs.isPresent(),
                reservations.isPresent());
        return Overviews.of(
                status,
                quotas.map(QuotaCapability::ledger),
                gangs.map(GangCapability::reports).orElse(List.of()),
                reservations.map(ReservationCapability::objects).orElse(List.of()));
    }
}
