console.log("plants")
