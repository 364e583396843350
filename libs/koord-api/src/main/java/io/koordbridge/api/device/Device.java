package io.koordbridge.api.device;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** Accelerators and network cards of one node; the object has the name of the node. */
@Group("scheduling.koordinator.sh")
@Version("v1alpha1")
@Plural("devices")
@Singular("device")
@JsonIgnoreProperties(ignoreUnknown = true)
public final class Device extends CustomResource<DeviceSpec, DeviceStatus> {

    private static final long serialVersionUID = 1L;
}
