package io.koordbridge.scheduler.app;

import io.koordbridge.frame.BridgeContext;
import io.koordbridge.frame.LivePages;
import io.koordbridge.frame.PageResource;
import io.koordbridge.scheduler.leadership.SchedulerLease;
import io.koordbridge.scheduler.page.Overview;
import io.koordbridge.scheduler.page.OverviewResource;
import io.koordbridge.scheduler.page.Overviews;
import io.koordbridge.scheduler.quota.tree.ExplainedQuota;
import io.koordbridge.scheduler.view.ClusterReflectors;
import java.time.Duration;

/** Serves the page beside the verbs of the extender. */
final class PageSetup {

    private static final Duration PERIOD = Duration.ofSeconds(2);

    private final QuotaSetup quotas;
    private final GangSetup gangs;
    private final ReservationSetup reservations;

    PageSetup(QuotaSetup quotas, GangSetup gangs, ReservationSetup reservations) {
        this.quotas = quotas;
        this.gangs = gangs;
        this.reservations = reservations;
    }

    void serve(ClusterReflectors feeds, SchedulerLease lease, BridgeContext context) {
        context.environment().jersey().register(new PageResource());
        context.environment()
                .jersey()
                .register(new OverviewResource(
                        () -> overview(feeds, lease, context),
                        name -> ExplainedQuota.of(quotas.ledger(), name),
                        LivePages.of(context, PERIOD),
                        context.environment().getObjectMapper()));
    }

    private Overview overview(ClusterReflectors feeds, SchedulerLease lease, BridgeContext context) {
        Overview.Status status = new Overview.Status(
                context.clock().instant().toString(),
                lease.acts(Duration.ZERO),
                feeds.unread(),
                feeds.unwatched(),
                quotas.enabled(),
                gangs.enabled(),
                reservations.enabled());
        return Overviews.of(status, quotas.ledger(), gangs.reports(), reservations.objects());
    }
}
