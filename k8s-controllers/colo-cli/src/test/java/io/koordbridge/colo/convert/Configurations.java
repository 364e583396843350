package io.koordbridge.colo.convert;

import java.util.List;

/** Configurations of schedulers as texts. */
final class Configurations {

    private Configurations() {}

    /** One profile with parts in flow style, such as {@code plugins: {}}. */
    static String profile(String parts) {
        return "{apiVersion: kubescheduler.config.k8s.io/v1, kind: KubeSchedulerConfiguration,"
                + " profiles: [{schedulerName: koord-scheduler, " + parts + "}]}";
    }

    /** One plugin with its arguments in flow style. */
    static String arguments(String plugin, String fields) {
        return profile("pluginConfig: [{name: " + plugin + ", args: {kind: " + plugin + "Args, " + fields + "}}]");
    }

    static Conversion converted(String text) {
        return SchedulerConfigConverter.convert(SchedulerConfigFile.read(text));
    }

    /** Fields that are not translated. */
    static List<String> missed(String text) {
        return converted(text).untranslated().stream().map(Untranslated::field).toList();
    }
}
