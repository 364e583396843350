package io.koordbridge.scheduler.place.device;

import io.koordbridge.protocol.PureCore;

/**
 * Devices of a node that are set aside, as one pod sees them.
 *
 * @param fromPod what is kept from it and counts as held
 * @param forPod what is kept for it and is given first
 */
@PureCore
public record KeptDevices(DeviceUsage fromPod, DeviceUsage forPod) {}
