package io.koordbridge.api.quota;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.Annotations;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import java.io.Serializable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a group of pods may use; quotas form trees by the label that names the parent. The status is an ordinary field and no
 * subresource: schedulers write it with the object.
 */
@Group("scheduling.sigs.k8s.io")
@Version("v1alpha1")
@Kind("ElasticQuota")
@Plural("elasticquotas")
@Singular("elasticquota")
@ShortNames({"eq", "eqs"})
// An API server refuses a definition in a *.k8s.io group that does not name its review.
@Annotations("api-approved.kubernetes.io=https://github.com/kubernetes-sigs/scheduler-plugins/pull/52")
@AdditionalPrinterColumn(name = "Min", jsonPath = ".spec.min", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Max", jsonPath = ".spec.max", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Used", jsonPath = ".status.used", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@SchemaCustomizer(UnwrappedStatus.class)
@JsonDeserialize(using = JsonDeserializer.None.class)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public final class ElasticQuota implements HasMetadata, Namespaced {

    private static final long serialVersionUID = 1L;

    private String apiVersion = HasMetadata.getApiVersion(ElasticQuota.class);
    private String kind = HasMetadata.getKind(ElasticQuota.class);
    private ObjectMeta metadata = new ObjectMeta();
    private @Nullable ElasticQuotaSpec spec;

    // One level down in Java, none in JSON: a status of the object itself becomes a subresource of the generated
    // definition.
    @JsonUnwrapped
    private Reported reported = new Reported();

    @Override
    public String getApiVersion() {
        return apiVersion;
    }

    @Override
    public void setApiVersion(String apiVersion) {
        this.apiVersion = apiVersion;
    }

    @Override
    public String getKind() {
        return kind;
    }

    public void setKind(String kind) {
        this.kind = kind;
    }

    @Override
    public ObjectMeta getMetadata() {
        return metadata;
    }

    @Override
    public void setMetadata(ObjectMeta metadata) {
        this.metadata = metadata;
    }

    public @Nullable ElasticQuotaSpec getSpec() {
        return spec;
    }

    public void setSpec(@Nullable ElasticQuotaSpec spec) {
        this.spec = spec;
    }

    /** What the scheduler reports as used, null when nothing is. */
    public @Nullable Map<String, Quantity> used() {
        ElasticQuotaStatus status = reported.getStatus();
        return status == null ? null : status.used();
    }

    public Reported getReported() {
        return reported;
    }

    public void setReported(Reported reported) {
        this.reported = reported;
    }

    /** The part that schedulers write. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static final class Reported implements Serializable {

        private static final long serialVersionUID = 1L;

        private @Nullable ElasticQuotaStatus status;

        public @Nullable ElasticQuotaStatus getStatus() {
            return status;
        }

        public void setStatus(@Nullable ElasticQuotaStatus status) {
            this.status = status;
        }
    }
}
