package io.koordbridge.colo.preflight;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Whether admission works. */
@PureCore
final class WebhookJudge {
    private static final String PART = "webhook";
    private static final Duration SOON = Duration.ofDays(30);

    private WebhookJudge() {}

    static List<Finding> judge(WebhookFacts facts, Instant now) {
        if (facts.entries().isEmpty()) {
            return List.of(
                    Finding.warn(
                            PART,
                            "registered",
                            "no entry of koord-manager",
                            "without it pods get no batch resources by ClusterColocationProfiles: manager.webhook.enabled=true"));
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok(PART, "registered", facts.entries().size() + " entries"));
        findings.add(authority(facts, now));
        if (facts.readyEndpoints() == 0) {
            findings.add(Finding.fail(
                    PART,
                    "endpoints",
                    "no ready address behind Service koordinator-webhook-service",
                    "see why no pod of koord-manager is ready"));
        } else if (facts.readyEndpoints() > 0) {
            findings.add(Finding.ok(PART, "endpoints", facts.readyEndpoints() + " ready"));
        }
        findings.add(answer(facts.answer()));
        findings.add(port(facts.port()));
        if (facts.admitsByQuota()) {
            findings.add(
                    Finding.ok(
                            PART,
                            "EnableQuotaAdmission",
                            "compares with annotation child-request, which koord-scheduler writes as it sees the pods; a review writes nothing"));
        }
        return findings;
    }

    private static Finding port(WebhookPort port) {
        String check = "port " + WebhookPort.NUMBER;
        return switch (port) {
            case LIMITED -> Finding.ok(PART, check, "only named sources, where the network plugin enforces policies");
            case OPEN ->
                Finding.warn(
                        PART,
                        check,
                        "open to every pod of the cluster",
                        "networkPolicy.enabled=true, and name the API servers in networkPolicy.sources.apiServer");
            case UNKNOWN ->
                Finding.warn(
                        PART,
                        check,
                        "not checked: needs the right to read NetworkPolicies and Services in the release's namespace",
                        "run colo preflight as an administrator");
        };
    }

    private static Finding authority(WebhookFacts facts, Instant now) {
        String check = "certificate authority";
        String remedy =
                "koord-manager renews it: see its log for 'webhook', and its right to update the webhook configurations";
        Instant ends = facts.authorityEnds();
        if (!facts.withoutAuthority().isEmpty()) {
            return Finding.fail(PART, check, "missing in " + String.join(", ", facts.withoutAuthority()), remedy);
        }
        if (ends == null) {
            return Finding.fail(PART, check, "cannot be read", remedy);
        }
        if (!ends.isAfter(now)) {
            return Finding.fail(PART, check, "ended at " + ends, remedy);
        }
        return ends.isBefore(now.plus(SOON))
                ? Finding.warn(PART, check, "ends at " + ends, remedy)
                : Finding.ok(PART, check, "valid until " + ends);
    }

    private static Finding answer(WebhookFacts.Answer answer) {
        return switch (answer) {
            case REFUSED -> Finding.ok(PART, "answers", "refused a wrong object in a dry run");
            case MISSED ->
                Finding.fail(
                        PART,
                        "answers",
                        "did not refuse a wrong object in a dry run: the API server does not reach it",
                        "open the way from the API server to port 9876 of koord-manager (NetworkPolicy, security group), or set"
                                + " manager.config.webhook.externalHost");
            case NOT_ASKED ->
                Finding.warn(
                        PART,
                        "answers",
                        "not checked: needs an entry for pods and the right to create pods in namespace default, or the same for ElasticQuotas in the release's namespace",
                        "run colo preflight as an administrator");
        };
    }
}
