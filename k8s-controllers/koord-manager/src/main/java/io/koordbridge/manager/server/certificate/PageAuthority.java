package io.koordbridge.manager.server.certificate;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.protocol.WellKnown;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the certificates of the processes' pages, renews them half a year before they end, and publishes what clients trust. All replicas do;
 * whichever is later finds everything in order. A replaced authority stays trusted until it ends.
 */
public final class PageAuthority {

    private static final Logger LOG = LoggerFactory.getLogger(PageAuthority.class);

    /** Looks, until one was good. */
    private static final Duration PERIOD = Duration.ofSeconds(2);

    private static final Duration PAUSE = Duration.ofMinutes(1);
    /** What the calls of a round take at most, with their repetitions. */
    private static final Duration CALLS = Duration.ofMinutes(3);

    private static final Duration LIFETIME = Duration.ofDays(365);

    private static final String FORMER = "former-ca-cert.pem";
    private static final String CERTIFICATE = "tls.crt";
    private static final String KEY = "tls.key";

    private final KubernetesClient client;
    private final PageAuthorityConfig config;
    private final Clock clock;
    private final CertificateAuthority authority = new CertificateAuthority(WellKnown.PAGE_AUTHORITY, LIFETIME);
    private Instant next = Instant.MIN;

    public PageAuthority(KubernetesClient client, PageAuthorityConfig config, Clock clock) {
        this.client = client;
        this.config = config;
        this.clock = clock;
    }

    /** Begins. */
    public void start(PeriodicTasks tasks) {
        tasks.every("page-authority", PERIOD, CALLS, this::round);
    }

    private void round() {
        if (clock.instant().isBefore(next)) {
            return;
        }
        if (keep()) {
            next = clock.instant().plus(PAUSE);
        }
    }

    /** Puts everything in order; false when another replica was faster somewhere, so that it has to be looked at again. */
    boolean keep() {
        SecretFiles files = secret(WellKnown.PAGE_AUTHORITY, "Opaque");
        Map<String, byte[]> kept = files.load();
        CertificateBundle now = bundle(kept, Map.of());
        String former = text(kept, FORMER);
        if (kept.isEmpty() || !CertificateCheck.isGoodAuthority(now, clock.instant())) {
            former = now.caCertificate();
            now = authority.create(List.of(WellKnown.PAGE_AUTHORITY), clock.instant());
            boolean saved = files.save(Map.of(
                    CertificateBundle.CA_CERTIFICATE_FILE,
                    bytes(now.caCertificate()),
                    CertificateBundle.CA_KEY_FILE,
                    bytes(now.caKey()),
                    FORMER,
                    bytes(former)));
            if (!saved) {
                return false;
            }
            LOG.info("authority of the pages made secret={}", WellKnown.PAGE_AUTHORITY);
        }
        String trusted = now.caCertificate() + (lasts(former) ? former : "");
        publish(trusted);
        boolean settled = true;
        for (String process : config.processes()) {
            settled &= keep(process, now, trusted);
        }
        return settled;
    }

    private boolean keep(String process, CertificateBundle ca, String trusted) {
        SecretFiles files = secret(PageAuthorityConfig.secretOf(process), "kubernetes.io/tls");
        Map<String, byte[]> kept = files.load();
        String service = process + "." + config.namespace();
        List<String> names = ServerNames.of(process, config.namespace(), List.of(service, process, "127.0.0.1"));
        CertificateBundle before = bundle(
                Map.of(
                        CertificateBundle.CA_CERTIFICATE_FILE, bytes(ca.caCertificate()),
                        CertificateBundle.CA_KEY_FILE, bytes(ca.caKey())),
                kept);
        boolean good = kept.containsKey(CERTIFICATE)
                && CertificateCheck.check(before, names, clock.instant()) == CertificateCheck.Verdict.GOOD;
        if (good && Arrays.equals(kept.get(WellKnown.PAGE_AUTHORITY_KEY), bytes(trusted))) {
            return true;
        }
        CertificateBundle made = good ? before : authority.renew(ca, names, clock.instant());
        boolean saved = files.save(Map.of(
                CERTIFICATE,
                bytes(made.certificate()),
                KEY,
                bytes(made.key()),
                WellKnown.PAGE_AUTHORITY_KEY,
                bytes(trusted)));
        if (saved) {
            LOG.info("certificate of pages made names={}", names);
        }
        return saved;
    }

    private void publish(String trusted) {
        var maps = client.configMaps().inNamespace(config.namespace());
        Map<String, String> data = Map.of(WellKnown.PAGE_AUTHORITY_KEY, trusted);
        ConfigMap found = maps.withName(WellKnown.PAGE_AUTHORITY).get();
        if (found == null) {
            maps.resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withNamespace(config.namespace())
                            .withName(WellKnown.PAGE_AUTHORITY)
                            .endMetadata()
                            .withData(data)
                            .build())
                    .create();
        } else if (!Objects.equals(found.getData(), data)) {
            maps.resource(new ConfigMapBuilder(found).withData(data).build())
                    .lockResourceVersion(found.getMetadata().getResourceVersion())
                    .update();
        }
    }

    private SecretFiles secret(String name, String type) {
        return new SecretFiles(client, config.namespace(), name, type);
    }

    private boolean lasts(String pem) {
        try {
            return !pem.isEmpty()
                    && PemCodec.certificate(pem).getNotAfter().toInstant().isAfter(clock.instant());
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static CertificateBundle bundle(Map<String, byte[]> ca, Map<String, byte[]> server) {
        return new CertificateBundle(
                text(ca, CertificateBundle.CA_CERTIFICATE_FILE),
                text(ca, CertificateBundle.CA_KEY_FILE),
                text(server, CERTIFICATE),
                text(server, KEY));
    }

    private static String text(Map<String, byte[]> files, String name) {
        return new String(files.getOrDefault(name, new byte[0]), StandardCharsets.US_ASCII);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
