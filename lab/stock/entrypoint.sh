#!/bin/bash
# Stands for the start script of Spark's image: what Spark's Kubernetes client asks of a driver and of an executor; else the given command.
set -e
case ${1:-} in
  driver)
    shift
    # In this mode spark-submit is the driver.
    export SPARK_DRIVER_MEMORY=${SPARK_DRIVER_MEMORY:-1g}
    exec /opt/spark/bin/spark-submit --conf "spark.driver.bindAddress=$SPARK_DRIVER_BIND_ADDRESS" \
      --conf "spark.executorEnv.SPARK_DRIVER_POD_IP=$SPARK_DRIVER_BIND_ADDRESS" --deploy-mode client "$@"
    ;;
  executor)
    options=()
    while read -r name; do options+=("${!name}"); done < <(compgen -v | grep -E '^SPARK_JAVA_OPT_[0-9]+$' | sort -t_ -k4 -n)
    exec java "${options[@]}" -Xms"$SPARK_EXECUTOR_MEMORY" -Xmx"$SPARK_EXECUTOR_MEMORY" \
      -cp "${SPARK_CONF_DIR:-/opt/spark/conf}$(cat /opt/spark/classpath)" \
      org.apache.spark.scheduler.cluster.k8s.KubernetesExecutorBackend --driver-url "$SPARK_DRIVER_URL" \
      --executor-id "$SPARK_EXECUTOR_ID" --cores "$SPARK_EXECUTOR_CORES" --app-id "$SPARK_APPLICATION_ID" \
      --hostname "$SPARK_EXECUTOR_POD_IP" --resourceProfileId "$SPARK_RESOURCE_PROFILE_ID" --podName "$SPARK_EXECUTOR_POD_NAME"
    ;;
  *) exec "$@" ;;
esac
