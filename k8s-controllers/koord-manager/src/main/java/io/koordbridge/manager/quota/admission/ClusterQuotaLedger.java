package io.koordbridge.manager.quota.admission;

import io.fabric8.kubernetes.client.dsl.Resource;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.manager.quota.topology.QuotaObjects;
import io.koordbridge.protocol.Annotations;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The annotation child-request of the objects in the cluster; what was written is known before the cache shows it. */
public final class ClusterQuotaLedger implements QuotaLedger {

    private static final int REMEMBERED = 100;

    private final QuotaObjects objects;
    private final ObjectPatcher patcher;
    private final Map<QuotaKey, ElasticQuota> written = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<QuotaKey, ElasticQuota> eldest) {
            return size() > REMEMBERED;
        }
    };

    public ClusterQuotaLedger(QuotaObjects objects, ObjectPatcher patcher) {
        this.objects = objects;
        this.patcher = patcher;
    }

    @Override
    public Optional<ElasticQuota> read(QuotaKey key) {
        Optional<ElasticQuota> shown = objects.get(key.namespace(), key.name());
        synchronized (written) {
            Optional<ElasticQuota> own = Optional.ofNullable(written.get(key));
            return shown.map(seen -> own.filter(mine -> isNewer(mine, seen)).orElse(seen));
        }
    }

    @Override
    public Optional<ElasticQuota> readFresh(QuotaKey key) {
        return Optional.ofNullable(resource(key).get());
    }

    @Override
    public List<ElasticQuota> namedNow(String name) {
        return patcher.client()
                .resources(ElasticQuota.class)
                .inAnyNamespace()
                .withField("metadata.name", name)
                .list()
                .getItems();
    }

    @Override
    public void write(ElasticQuota seen, ResourceAmounts childRequest) {
        QuotaKey key = QuotaKey.of(seen);
        ElasticQuota now = patcher.patchAnnotations(
                new ObjectAddress<>(ElasticQuota.class, key.namespace(), key.name()),
                Map.of(Annotations.QUOTA_CHILD_REQUEST, AnnotationCodec.write(childRequest.toQuantities())),
                seen.getMetadata().getResourceVersion());
        synchronized (written) {
            written.put(key, now);
        }
    }

    private Resource<ElasticQuota> resource(QuotaKey key) {
        return patcher.client()
                .resources(ElasticQuota.class)
                .inNamespace(key.namespace())
                .withName(key.name());
    }

    /** A quota that was deleted and created again begins anew. */
    private static boolean isNewer(ElasticQuota mine, ElasticQuota seen) {
        boolean same =
                Objects.equals(mine.getMetadata().getUid(), seen.getMetadata().getUid());
        return same && version(mine).compareTo(version(seen)) > 0;
    }

    private static BigInteger version(ElasticQuota quota) {
        String text = quota.getMetadata().getResourceVersion();
        boolean number = text != null && !text.isEmpty() && text.chars().allMatch(Character::isDigit);
        return number ? new BigInteger(text) : BigInteger.ZERO;
    }
}
